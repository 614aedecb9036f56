use std::io;

fn main() -> io::Result<()> {
    starter_example::port().serve()
}
