(** A cascade ends where it should: h2 has a live element, or R1 forbids the half (R4). *)
From Lists Require Export Tops.
From Lists.StableList Require Export Invariant.

Section Cascade.
Context {E : Type}.
Implicit Types (s : state E).

(** Where R1 forbids the half. *)
Definition shortest (o : parameters) (ps : list partition) : Prop := may_halve o (sum size ps) = false.

Lemma can_halve_settled s : sane quarters s -> can_halve s = false -> settled shortest s.
Proof.
  intros S C. destruct (sane_top S) as (front & l & _ & X & _). pose proof (sound_counts X).
  apply andb_false_iff in C as [C|C]; [|now right; right; right]. apply Z.eqb_neq in C. left. lia.
Qed.

Lemma stable_list_settles : settling_design (E := E) (d := stable_list) (g := quarters) shortest.
Proof.
  constructor; cbn [stable_list grown truncated shrunk].
  - intros o ps ps' Z. unfold shortest. now rewrite (sum_sizes _ _ Z).
  - reflexivity.
  - intros s S. destruct (truncated_spec S) as [[S' (O & _) _] [N|N]]; [|now apply can_halve_settled].
    right. right. left. congruence.
  - intros s S. destruct (as_far_as_possible_spec halved_halves S) as [[S' _ _] N]. now apply can_halve_settled.
Qed.

End Cascade.
