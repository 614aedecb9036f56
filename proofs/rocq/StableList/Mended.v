(** StableList with another rule for mode [Memory]: hysteresis. A cascade frees memory once, at its end, and only if
    there is at least four times the remaining space; then twice that space is kept. *)
From Lists Require Import Contract.
From Lists.StableList Require Export Model.

Section Mended.
Context {E : Type}.
Implicit Types s : state E.

Definition with_twice_the_space s : state E :=
  State (options s) (2 * space_of s) (next_id s) (contents s) (partitions s) (moving (opened_of s) (spent s)).

Definition mended_truncation s : state E :=
  match truncate (options s) with
  | Memory =>
      let after := as_far_as_possible walked s in
      if 4 * space_of after <=? allocated after then with_twice_the_space after else after
  | _ => truncated_space s
  end.

Definition mended_list : design E := Design nothing_opened doubled_space mended_truncation shrunk_space.

(** No history moves more than three cells for each insertion, and half the initial space. *)
Definition mended_memory_moves_at_most_three_cells_per_insertion : Prop := forall o (program : list (operation E)),
  lawful o = true -> truncate o = Memory -> ~ In Shrink_to_fit program -> (forall n, ~ In (Reserve n) program) ->
  let (s, answers) := run mended_list (initial mended_list o) program in
  2 * moved (spent s) <= 6 * Z.of_nat (length (issued answers)) + initial_space o.

End Mended.
