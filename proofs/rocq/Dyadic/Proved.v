(** The main theorems about a dyadic list, proved: the statements are those of [Statements]. *)
From Lists Require Import Theorems.
From Lists.Dyadic Require Import Invariant.
From Lists.Dyadic Require Statements.

(** What holds of every design. *)
Module Sound <: Theorems.SOUND.
  Definition list := @dyadic.
  Definition places := dyadic_blocks.
  Definition sound := @dyadic_sound.
End Sound.
Include Theorems.Main Sound.
Include Theorems.More Sound.

Section Proved.
Context {E : Type}.
Implicit Types (s : state E) (ks : list key) (ps : list partition).

Lemma doubling_map places : forall space, doubling_from space places ->
  places = map (fun i => (space * 2 ^ Z.of_nat i, space * 2 ^ Z.of_nat i)) (seq 0 (length places)).
Proof.
  induction places as [|p places IH]; intros space; cbn [doubling_from map length seq]; auto. intros (-> & D).
  rewrite (IH _ D) at 1. rewrite <- seq_shift, map_map, Z.mul_1_r. f_equal. apply map_ext. intros i.
  rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. f_equal; lia.
Qed.

Theorem blocks_tile_the_element_space : Statements.blocks_tile_the_element_space E.
Proof.
  apply always_known. intros s ks S _ _. pose proof (sane_counts S) as A. pose proof (regular S) as G.
  unfold space_of in *. destruct (partitions s) as [|base rest]; [easy|]. destruct G as (B & D). exists (length rest).
  cbv zeta. pose proof (doubling_sum _ _ D) as Q. apply doubling_map in D. rewrite map_length in D. cbn [sum] in *.
  injection B as B1 B2. split; [|lia]. cbn [map]. rewrite B1, B2. f_equal. exact D.
Qed.

Definition insertion_takes_the_lowest_block_with_room : Statements.insertion_takes_the_lowest_block_with_room E :=
  insertion_takes_the_lowest_partition_with_room.

Lemma without_empty_tops_visits s : visits (spent (without_empty_tops s)) = visits (spent s).
Proof. unfold without_empty_tops. now destruct (partitions s). Qed.

Theorem truncation_visits_nothing : Statements.truncation_visits_nothing E.
Proof.
  apply (always_kept (fun s _ => visits (spent s) = 0)); auto. intros o s before ks s' S V M. destruct M; auto.
  - destruct (insert_sane e S) as (_ & _ & _ & _ & _ & [(_ & _ & ->) | (_ & _ & _ & ->)]); exact V.
  - pose proof (eq_trans (without_empty_tops_visits (vacated s i)) V) as W. unfold vacate.
    destruct (_ && _); [|exact V]. cbn [dyadic truncated]. unfold truncated_blocks.
    destruct (truncate (options (vacated s i))); [exact V | exact W | destruct (_ <? _); exact W].
  - cbn [dyadic shrunk]. now rewrite without_empty_tops_visits.
Qed.

Definition one_block (_ : parameters) (places : list (Z * Z)) : Prop := length places = 1%nat.

Lemma without_empty_tops_settled s : sane dyadic_blocks s -> settled one_block (without_empty_tops s).
Proof.
  intros S. destruct (without_empty_tops_spec S) as (base & kept & qs & _ & P & _ & L & [S' _ _ _]).
  destruct (sane_top S') as (front & _ & X & _). pose proof (sound_counts X). unfold settled, one_block, top in *.
  rewrite P in *. destruct L as [-> | L]; [auto|]. left. destruct kept; [easy|]. cbn [last] in *. lia.
Qed.

Lemma dyadic_settles : settling_design (E := E) (d := dyadic) (g := dyadic_blocks) one_block.
Proof.
  constructor; cbn [dyadic grown truncated shrunk]; auto using without_empty_tops_settled.
  - intros s. unfold top. cbn [one_block_more partitions]. now rewrite last_last.
  - intros s S. pose proof (without_empty_tops_settled S) as Q. unfold truncated_blocks.
    destruct (truncate (options s)) eqn:T; auto; [now right; right; left | destruct (_ <? _); exact Q].
Qed.

Theorem truncation_leaves_the_top_block_live : Statements.truncation_leaves_the_top_block_live E.
Proof.
  apply (always_settled dyadic_settles). unfold settled, one_block. intros s ks _ P. rewrite map_length in P. tauto.
Qed.

Theorem space_is_at_most_twice_the_highest_live_position :
  Statements.space_is_at_most_twice_the_highest_live_position E.
Proof.
  apply (always_settled dyadic_settles). intros s ks S P M O. pose proof (regular S) as G.
  destruct (sane_top S) as (front & _ & X & _). pose proof (sound_live X) as C.
  unfold settled, one_block, top, space_of in *. destruct (partitions s) as [|base [|q rest]]; [easy | | right].
  - left. cbn [sum]. destruct G as ([= _ ->] & _). lia.
  - destruct G as ([= _ Z0] & D).
    assert (2 * start (last (q :: rest) (empty 0 0)) = least_space (options s) + sum size (q :: rest)) as W.
    { destruct (@exists_last _ (q :: rest)) as (f & p & Q); [easy|]. rewrite Q in *.
      apply doubling_app in D as [_ ([= A B] & _)]. rewrite last_last, sum_app. cbn [sum]. lia. }
    change (last (base :: q :: rest) (empty 0 0)) with (last (q :: rest) (empty 0 0)) in *.
    destruct P as [P | [P | [P | P]]]; try lia; try discriminate; try contradiction.
    destruct (filter _ _) as [|i r] eqn:Fi in C; [cbn [length] in C; lia|]. assert (In i (i :: r)) as I by now left.
    rewrite <- Fi in I. apply filter_In in I as [I%in_positions H].
    destruct (is_live_spec (contents s) i) as [(e & id & K)|]; [|discriminate]. exists (i, id). split.
    + apply (found_spec s (i, id)) in K. congruence.
    + cbn [sum fst] in *. lia.
Qed.

End Proved.
