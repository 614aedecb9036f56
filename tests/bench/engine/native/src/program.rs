//! Programs: `SYSTEM LEVEL CHOICE=VALUE : WORD WORD*TIMES`, where the operand `@` is the number of the repetition.

/// An operation that is repeated.
pub struct Run {
    pub name: String,
    pub operands: [u64; 3],
    steps: [u64; 3],
    pub times: u64,
}

impl Run {
    fn parse(word: &str) -> Self {
        let (call, times) = word.split_once('*').unwrap_or((word, "1"));
        let mut parts = call.split(':');
        let name = parts.next().unwrap_or_default().to_owned();
        let mut run = Self { name, operands: [0; 3], steps: [0; 3], times: times.parse().expect("times") };
        for (place, operand) in parts.enumerate() {
            match operand {
                "@" => run.steps[place] = 1,
                _ => run.operands[place] = operand.parse().expect("a number"),
            }
        }
        run
    }

    /// The sum of all answers by number and operands.
    pub fn sum(&self, mut f: impl FnMut(u64, [u64; 2]) -> u64) -> u64 {
        let operand = |place: usize, number| self.operands[place] + self.steps[place] * number;
        (0..self.times).map(|number| f(number, [operand(0, number), operand(1, number)])).sum()
    }

    /// The sum of all answers, each times its place, so that their order matters.
    pub fn each(&self, mut f: impl FnMut(u64, [u64; 2]) -> u64) -> u64 {
        self.sum(|number, operands| f(number, operands) * (number + 1))
    }
}

/// A program, and the text of its choices.
pub struct Program {
    choices: String,
    pub runs: Vec<Run>,
}

impl Program {
    pub fn parse(line: &str) -> Self {
        let (choices, words) = line.split_once(" : ").expect("a colon before the words");
        Self { choices: choices.to_owned(), runs: words.split_whitespace().map(Run::parse).collect() }
    }

    pub fn system(&self) -> &str {
        self.choices.split(' ').next().unwrap_or_default()
    }

    pub fn choice(&self, name: &str) -> Option<&str> {
        self.choices.split(' ').find_map(|each| each.strip_prefix(name)?.strip_prefix('='))
    }

    pub fn number(&self, name: &str) -> usize {
        self.choice(name).and_then(|value| value.parse().ok()).expect(name)
    }

    /// How often the first operation is repeated.
    pub fn pushes(&self) -> usize {
        self.runs[0].times as usize
    }
}
