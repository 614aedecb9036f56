(** The main theorems about a dyadic list, proved: the statements are those of [Statements]. *)
From Lists Require Import Tops.
From Lists.Dyadic Require Import Invariant.
From Lists.Dyadic Require Statements.

Section Proved.
Context {E : Type}.
Implicit Types (s : state E) (ks : list key) (ps : list partition).


Lemma doubling_map ps : forall space, doubling_from space ps ->
  map (fun p => (start p, size p)) ps =
  map (fun i => (space * 2 ^ Z.of_nat i, space * 2 ^ Z.of_nat i)) (seq 0 (length ps)).
Proof.
  induction ps as [|p ps IH]; intros space; cbn [doubling_from map length seq]; auto. intros (-> & -> & D).
  rewrite (IH _ D), <- seq_shift, map_map. replace (space * 2 ^ Z.of_nat 0) with space by (cbn; lia). f_equal.
  apply map_ext. intros i. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. f_equal; lia.
Qed.

Theorem blocks_tile_the_element_space : Statements.blocks_tile_the_element_space E.
Proof.
  apply always_known. intros s ks S _ _ _. pose proof (allocated_space (s := s) S) as A. pose proof (regular S) as G.
  unfold space_of in *. destruct (partitions s) as [|base rest]; [easy|]. destruct G as (B & C & D).
  exists (length rest). cbv zeta. cbn [map sum] in *. rewrite B, C in *. rewrite (doubling_map _ _ D).
  pose proof (doubling_sum _ _ D). repeat split; auto.
Qed.

Theorem allocated_memory_is_the_space_doubled : Statements.allocated_memory_is_the_space_doubled E.
Proof. exact Theorems.allocated_memory_is_the_space_doubled. Qed.
Theorem opened_cells_form_a_prefix : Statements.opened_cells_form_a_prefix E.
Proof. exact Theorems.opened_cells_form_a_prefix. Qed.
Theorem counts_agree : Statements.counts_agree E.
Proof. exact Theorems.counts_agree. Qed.
Theorem free_lists_stay_in_their_partition : Statements.free_lists_stay_in_their_partition E.
Proof. exact Theorems.free_lists_stay_in_their_partition. Qed.
Theorem free_lists_are_acyclic : Statements.free_lists_are_acyclic E.
Proof. exact Theorems.free_lists_are_acyclic. Qed.
Theorem free_lists_are_complete : Statements.free_lists_are_complete E.
Proof. exact Theorems.free_lists_are_complete. Qed.
Theorem free_lists_are_disjoint : Statements.free_lists_are_disjoint E.
Proof. exact Theorems.free_lists_are_disjoint. Qed.
Theorem live_ids_are_distinct : Statements.live_ids_are_distinct E.
Proof. exact Theorems.live_ids_are_distinct. Qed.
Theorem live_key_resolves : Statements.live_key_resolves E.
Proof. exact Theorems.live_key_resolves. Qed.
Theorem retired_key_never_resolves : Statements.retired_key_never_resolves E.
Proof. exact Theorems.retired_key_never_resolves. Qed.
Theorem every_step_refines_the_contract : Statements.every_step_refines_the_contract E.
Proof. exact Theorems.every_step_refines_the_contract. Qed.
Theorem retired_key_revives_exactly_after_whole_periods :
  Statements.retired_key_revives_exactly_after_whole_periods E.
Proof. exact Theorems.retired_key_revives_exactly_after_whole_periods. Qed.
Theorem insertion_takes_the_lowest_block_with_room : Statements.insertion_takes_the_lowest_block_with_room E.
Proof. exact Theorems.insertion_takes_the_lowest_partition_with_room. Qed.
Theorem growth_moves_at_most_two_cells_per_insertion : Statements.growth_moves_at_most_two_cells_per_insertion E.
Proof. exact (Theorems.growth_moves_at_most_two_cells_per_insertion dyadic_frugal). Qed.
Theorem lengths_fit_one_bit_more : Statements.lengths_fit_one_bit_more E.
Proof. exact Theorems.lengths_fit_one_bit_more. Qed.
(** * No visits *)

Lemma without_empty_tops_visits s : visits (spent (without_empty_tops s)) = visits (spent s).
Proof. unfold without_empty_tops. now destruct (partitions s). Qed.

Lemma truncated_blocks_visits s : visits (spent (truncated_blocks s)) = visits (spent s).
Proof.
  pose proof (without_empty_tops_visits s) as V. unfold truncated_blocks. destruct (truncate (options s)); auto.
  now destruct (_ <? _).
Qed.

Lemma move_visits o s ks s' : sane dyadic_blocks s -> visits (spent s) = 0 -> move dyadic o s ks s' ->
  visits (spent s') = 0.
Proof.
  intros S V M. destruct M; auto.
  - destruct (insert_cases e S) as (s1 & i & ps & W & _ & _ & _ & _ & _ & _ & ->).
    destruct W as [-> | [-> _]]; exact V.
  - unfold vacate. destruct (_ && _); [|exact V]. cbn [dyadic truncated]. now rewrite truncated_blocks_visits.
  - unfold with_room. now destruct (_ <=? _).
  - unfold shrink_to_fit. cbn [dyadic shrunk]. pose proof (without_empty_tops_visits s).
    destruct (_ <? _); cbn; congruence.
Qed.

Theorem truncation_visits_nothing : Statements.truncation_visits_nothing E.
Proof.
  apply (always_kept (fun s _ => visits (spent s) = 0)); auto. intros o s before ks s' S V M. exact (move_visits S V M).
Qed.

(** * The top block *)

Definition one_block (_ : parameters) (ps : list partition) : Prop := length ps = 1%nat.

Lemma up_to_last_live_last ps : up_to_last_live ps = [] \/ live (last (up_to_last_live ps) (empty 0 0)) <> 0.
Proof.
  induction ps as [|p ps IH]; cbn [up_to_last_live]; auto. destruct (up_to_last_live ps) as [|q qs].
  - destruct (Z.eqb_spec (live p) 0); auto.
  - right. rewrite last_cons by easy. destruct IH as [IH | IH]; [discriminate | exact IH].
Qed.

Lemma without_empty_tops_settled s : sane dyadic_blocks s -> settled one_block (without_empty_tops s).
Proof.
  intros S. destruct (without_empty_tops_spec S) as (base & rest & kept & qs & _ & _ & _ & U & P & S' & _).
  destruct (sane_top S') as (l & b & X & _). pose proof (sound_counts X). unfold settled, one_block, top in *.
  rewrite P in *. destruct (up_to_last_live_last rest) as [N | N]; rewrite <- U in N.
  - right. right. right. now rewrite N.
  - left. destruct kept as [|k kept]; [cbn in N; lia|]. rewrite last_cons in * by easy. lia.
Qed.

Lemma dyadic_settles : settling_design (E := E) (d := dyadic) (g := dyadic_blocks) one_block.
Proof.
  constructor; cbn [dyadic grown truncated shrunk]; auto using without_empty_tops_settled.
  - intros o ps ps' Z L. unfold one_block in *. now rewrite <- (map_length size), Z, map_length.
  - intros s. unfold top. cbn [one_block_more partitions]. now rewrite last_last.
  - intros s S. pose proof (without_empty_tops_settled S) as Q. unfold truncated_blocks.
    destruct (truncate (options s)) eqn:T; auto; [now right; right; left | destruct (_ <? _); exact Q].
Qed.

Lemma always_settled (Q : parameters -> state E -> list key -> Prop) :
  (forall s ks, sane dyadic_blocks s -> settled one_block s -> Q (options s) s ks) -> always dyadic Q.
Proof.
  intros H. apply (always_kept (fun s _ => settled one_block s)); auto.
  - intros o L. now apply initial_settled.
  - intros o s before ks s' S P M. exact (move_settled dyadic_settles S P M).
Qed.

Theorem truncation_leaves_the_top_block_live : Statements.truncation_leaves_the_top_block_live E.
Proof. apply always_settled. unfold settled, one_block. intros s ks _ P. tauto. Qed.

Lemma last_is_half ps : forall space, doubling_from space ps -> ps <> [] ->
  2 * start (last ps (empty 0 0)) = space + sum size ps.
Proof.
  induction ps as [|p ps IH]; intros space; [easy|]. cbn [doubling_from sum]. intros (A & B & D) _.
  destruct ps as [|q ps]; [cbn [last sum]; lia|]. rewrite last_cons by easy. rewrite (IH _ D) by easy. lia.
Qed.

Lemma sound_has_live (c : cells E) a p l : sound c a p l -> 0 < live p -> exists i, a <= i /\ inhabited c i.
Proof.
  intros S L. pose proof (sound_live S) as C.
  destruct (filter (is_live c) (positions (Z.to_nat (opened p)) a)) as [|i r] eqn:F; [cbn in C; lia|].
  assert (In i (i :: r)) as I by now left. rewrite <- F in I. apply filter_In in I as [I H]. exists i.
  apply in_positions in I. split; [lia | now apply is_live_spec].
Qed.

Theorem space_is_at_most_twice_the_highest_live_position :
  Statements.space_is_at_most_twice_the_highest_live_position E.
Proof.
  apply always_settled. intros s ks S P M O. pose proof (regular S) as G. pose proof (tiled_last (tiles S)) as T.
  unfold settled, one_block, top, space_of in *. destruct (partitions s) as [|base [|q rest]]; [easy | | right].
  - left. cbn [sum]. destruct G as (_ & -> & _). lia.
  - destruct G as (_ & Z0 & D). destruct T as (l & b & X & _); [easy|]. rewrite last_cons in * by easy.
    destruct P as [P | [P | [P | P]]]; try lia; try discriminate; try contradiction. destruct (begins X) as [B _].
    destruct (sound_has_live X P) as (i & I & e & id & H). exists (i, id). split.
    + intros F. assert (found s (i, id) = Some e) by now apply found_spec. congruence.
    + pose proof (last_is_half _ D). cbn [sum fst] in *. specialize (H0 ltac:(easy)). lia.
Qed.

End Proved.
