(** The main theorems, proved: the statements are those of [Statements]. *)
From Lists Require Import Theorems.
From Lists.StableList Require Import Visits.
From Lists.StableList Require Statements.

(** What holds of every design. *)
Module Sound <: Theorems.SOUND.
  Definition list := @stable_list.
  Definition places := quarters.
  Definition sound := @stable_list_sound.
End Sound.
Include Theorems.Main Sound.

Section Proved.
Context {E : Type}.
Implicit Types (s : state E).

Theorem partitions_tile_the_element_space : Statements.partitions_tile_the_element_space E.
Proof.
  apply always_known. intros s ks S _ _. destruct (sane_thirds S) as (q & q1 & q2 & h2 & T).
  pose proof (sane_counts S).
  destruct (numbers T) as ((Q & L) & (A1 & A2 & A3) & (Z1 & Z2 & Z3) & _ & _ & _ & _ & _ & Z & _). cbv zeta.
  rewrite Z in *. destruct (divided q) as [-> ->]. rewrite (are T). cbn [map]. rewrite A1, A2, A3, Z1, Z2, Z3.
  repeat split; try lia. rewrite Z.mul_comm. now apply Z.mod_mul.
Qed.

(** Where R1 forbids the half. *)
Definition shortest (o : parameters) (places : list (Z * Z)) : Prop :=
  forall ps, map place ps = places -> may_halve o (sum size ps) = false.

Lemma stable_list_settles : settling_design (E := E) (d := stable_list) (g := quarters) shortest.
Proof.
  assert (forall s, sane quarters s -> can_halve s = false -> settled shortest s) as H.
  { intros s S C. destruct (sane_top S) as (front & _ & X & _). pose proof (sound_counts X).
    apply andb_false_iff in C as [C|C]; [apply Z.eqb_neq in C; left; lia|]. right. right. right. intros ps P.
    now rewrite (sum_sizes _ _ P). }
  constructor; cbn [stable_list grown truncated shrunk].
  - reflexivity.
  - intros s S. destruct (truncated_spec S) as [[S' (O & _) _ _] [N|N]]; [|now apply H].
    right. right. left. congruence.
  - intros s S. destruct (as_far_as_possible_spec halved_halves S) as [[S' _ _ _] N]. now apply H.
Qed.

Theorem cascade_leaves_h2_live : Statements.cascade_leaves_h2_live E.
Proof.
  apply (always_settled stable_list_settles). intros s ks S P. destruct (sane_thirds S) as (q & q1 & q2 & h2 & T).
  exists q1, q2, h2. split; [apply T|]. unfold settled in P. rewrite (is_top T) in P. destruct P as [| [| [| P]]]; auto. do 3 right. exact (P _ eq_refl).
Qed.

Theorem visits_never_exceed_removals : Statements.visits_never_exceed_removals E.
Proof.
  apply (always_kept (fun s _ => paid s)); eauto using move_paid.
  - intros o _ _. unfold paid. cbn. lia.
  - intros s ks _ P. unfold paid, unspent in P. destruct (partitions s) as [|? [|? [|? [|]]]]; lia.
Qed.

End Proved.
