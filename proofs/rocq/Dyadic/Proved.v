(** The main theorems about a dyadic list, proved: the statements are those of [Statements]. *)
From Coq Require Import ZArith List Lia Bool.
From Lists Require Import Parameters Cells Container Contract Chain Partition Tiling Steps Counts Lengths.
From Lists Require FreeLists Theorems.
From Lists.Dyadic Require Import Model Invariant.
From Lists.Dyadic Require Statements.
Import ListNotations.
Local Open Scope Z_scope.

Section Proved.
Context {E : Type}.
Implicit Types (s : state E) (ks : list key) (ps : list partition).

Notation shared theorem := (theorem dyadic dyadic_blocks dyadic_sound dyadic_bounded).

Lemma doubling_map ps : forall space, doubling_from space ps ->
  map (fun p => (start p, size p)) ps =
  map (fun i => (space * 2 ^ Z.of_nat i, space * 2 ^ Z.of_nat i)) (seq 0 (length ps)).
Proof.
  induction ps as [|p ps IH]; intros space; cbn [doubling_from map length seq]; auto.
  intros (-> & -> & D). rewrite (IH _ D), <- seq_shift, map_map.
  replace (space * 2 ^ Z.of_nat 0) with space by (cbn; lia). f_equal. apply map_ext. intros i.
  rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. f_equal; lia.
Qed.

Theorem blocks_tile_the_element_space : Statements.blocks_tile_the_element_space E.
Proof.
  apply (shared Theorems.always_known). intros o s ks K. pose proof (Theorems.known_sane _ _ _ _ K) as S.
  pose proof (allocated_space dyadic dyadic_blocks dyadic_sound s S) as A.
  pose proof (regular _ _ S) as G. rewrite (Theorems.its_options _ _ _ _ K) in G. unfold space_of in *.
  destruct (partitions s) as [|base rest]; [easy|]. destruct G as (B & C & D). exists (length rest). cbv zeta.
  cbn [map sum] in *. rewrite B, C in *. rewrite (doubling_map _ _ D). pose proof (doubling_sum _ _ D).
  repeat split; auto.
Qed.

Theorem allocated_memory_is_the_space_doubled : Statements.allocated_memory_is_the_space_doubled E.
Proof. exact (shared Theorems.allocated_memory_is_the_space_doubled). Qed.

Theorem opened_cells_form_a_prefix : Statements.opened_cells_form_a_prefix E.
Proof. exact (shared Theorems.opened_cells_form_a_prefix). Qed.

Theorem counts_agree : Statements.counts_agree E.
Proof. exact (shared Theorems.counts_agree). Qed.

Theorem free_lists_stay_in_their_partition : Statements.free_lists_stay_in_their_partition E.
Proof. exact (shared Theorems.free_lists_stay_in_their_partition). Qed.

Theorem free_lists_are_acyclic : Statements.free_lists_are_acyclic E.
Proof. exact (shared Theorems.free_lists_are_acyclic). Qed.

Theorem free_lists_are_complete : Statements.free_lists_are_complete E.
Proof. exact (shared Theorems.free_lists_are_complete). Qed.

Theorem free_lists_are_disjoint : Statements.free_lists_are_disjoint E.
Proof. exact (shared Theorems.free_lists_are_disjoint). Qed.

Theorem live_ids_are_distinct : Statements.live_ids_are_distinct E.
Proof. exact (shared Theorems.live_ids_are_distinct). Qed.

Theorem live_key_resolves : Statements.live_key_resolves E.
Proof. exact (shared Theorems.live_key_resolves). Qed.

Theorem retired_key_never_resolves : Statements.retired_key_never_resolves E.
Proof. exact (shared Theorems.retired_key_never_resolves). Qed.

Theorem every_step_refines_the_contract : Statements.every_step_refines_the_contract E.
Proof. exact (shared Theorems.every_step_refines_the_contract). Qed.

Theorem insertion_takes_the_lowest_block_with_room : Statements.insertion_takes_the_lowest_block_with_room E.
Proof. exact (shared Theorems.insertion_takes_the_lowest_partition_with_room). Qed.

Theorem growth_moves_at_most_two_cells_per_insertion : Statements.growth_moves_at_most_two_cells_per_insertion E.
Proof. exact (shared Theorems.growth_moves_at_most_two_cells_per_insertion dyadic_frugal). Qed.

Theorem lengths_fit_one_bit_more : Statements.lengths_fit_one_bit_more E.
Proof. exact (shared Theorems.lengths_fit_one_bit_more). Qed.

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
  - destruct (insert_cases dyadic dyadic_blocks dyadic_sound s e S) as (s1 & i & ps & W & _ & _ & _ & _ & _ & _ & ->).
    destruct W as [-> | [-> _]]; exact V.
  - unfold vacate. destruct (_ && _); [|exact V]. cbn [dyadic truncated]. now rewrite truncated_blocks_visits.
  - unfold with_room. now destruct (_ <=? _).
  - unfold shrink_to_fit. cbn [dyadic shrunk]. pose proof (without_empty_tops_visits s).
    destruct (_ <? _); cbn; congruence.
Qed.

Theorem truncation_visits_nothing : Statements.truncation_visits_nothing E.
Proof.
  intros o program L. pose proof (shared Theorems.always_kept (fun s => visits (spent s) = 0) (fun _ _ => eq_refl)
    move_visits o program L) as K.
  destruct (run dyadic (initial dyadic o) program). apply K.
Qed.

(** * The top block *)

Definition settled s : Prop :=
  0 < live (top s) \/ opened (top s) = 0 \/ length (partitions s) = 1%nat \/ truncate (options s) = Never.

Lemma last_cons (p : partition) ps x : ps <> [] -> last (p :: ps) x = last ps x.
Proof. destruct ps; [easy | reflexivity]. Qed.

Lemma tiled_last (c : cells E) a ps :
  tiled c a ps -> ps <> [] -> exists l b, sound c b (last ps (empty 0 0)) l /\ a <= b.
Proof.
  induction 1 as [|a p l ps S P T IH]; [easy|]. intros _. destruct ps as [|p' ps].
  - exists l, a. cbn. split; [exact S | lia].
  - destruct IH as (l' & b & S' & L); [easy|]. exists l', b. rewrite last_cons by easy. split; auto.
    pose proof (bounded _ _ _ _ S). lia.
Qed.

Lemma last_opened (c : cells E) a ps : tiled c a ps -> opened (last ps (empty 0 0)) <= sum opened ps.
Proof.
  induction 1 as [|a p l ps S P T IH]; [cbn; lia|]. pose proof (bounded _ _ _ _ S). pose proof (tiled_counts _ _ _ T).
  destruct ps as [|q ps]; [cbn; lia|]. rewrite last_cons by easy. cbn [sum] in *. lia.
Qed.

(** An insertion changes nothing of the last block but its live count, which it may increase. *)
Lemma taken_last (c : cells E) ps : forall i ps', taken c ps = Some (i, ps') -> ps' <> [] /\ length ps' = length ps /\
  (last ps' (empty 0 0) = last ps (empty 0 0) \/ live (last ps' (empty 0 0)) = live (last ps (empty 0 0)) + 1).
Proof.
  induction ps as [|p ps IH]; intros i ps'; cbn [taken]; [discriminate|]. destruct (full p).
  - destruct (taken c ps) as [[j rest]|] eqn:K; [|discriminate]. intros [= <- <-].
    destruct (IH j rest eq_refl) as (N & L & H). assert (ps <> []) by (destruct ps; [discriminate | easy]).
    rewrite !last_cons by auto. cbn [length]. split; [easy|]. split; [congruence | exact H].
  - intros [= <- <-]. split; [easy|]. split; [reflexivity|]. destruct ps as [|q ps].
    + right. cbn. unfold filled. now destruct (head p).
    + left. reflexivity.
Qed.

Lemma released_last (c : cells E) i : forall ps a, tiled c a ps -> a <= i < start (last ps (empty 0 0)) ->
  last (released ps i) (empty 0 0) = last ps (empty 0 0).
Proof.
  intros ps a T. induction T as [|a p l ps S P T IH]; [reflexivity|]. intros R. cbn [released].
  destruct (begins _ _ _ _ S) as [G _]. destruct (Z.ltb_spec i (stop p)) as [I|I]; unfold stop in I.
  - destruct ps as [|q ps]; [cbn in R; lia | reflexivity].
  - destruct ps as [|q ps]; [reflexivity|]. rewrite last_cons in R by easy. rewrite last_cons.
    + rewrite last_cons by easy. apply IH. lia.
    + cbn [released]. destruct (i <? stop q); easy.
Qed.

Lemma released_length ps i : length (released ps i) = length ps.
Proof. induction ps as [|p ps IH]; cbn [released]; auto. destruct (i <? stop p); cbn; auto. Qed.

Lemma up_to_last_live_last ps : up_to_last_live ps = [] \/ live (last (up_to_last_live ps) (empty 0 0)) <> 0.
Proof.
  induction ps as [|p ps IH]; cbn [up_to_last_live]; auto. destruct (up_to_last_live ps) as [|q qs].
  - destruct (Z.eqb_spec (live p) 0); auto.
  - right. rewrite last_cons by easy. destruct IH as [IH | IH]; [discriminate | exact IH].
Qed.

Lemma without_empty_tops_settled s : sane dyadic_blocks s -> settled (without_empty_tops s).
Proof.
  intros S. destruct (without_empty_tops_spec s S) as (base & rest & kept & qs & _ & _ & _ & U & P & S' & _).
  unfold settled, top. pose proof (tiled_last _ _ _ (tiles _ _ S')) as L. rewrite P in *.
  destruct L as (l & b & X & _); [easy|]. pose proof (sound_counts _ _ _ _ X).
  destruct (up_to_last_live_last rest) as [N | N]; rewrite <- U in N.
  - right. right. left. now rewrite N.
  - left. destruct kept as [|k kept]; [cbn in N; lia|]. rewrite last_cons in * by easy. lia.
Qed.

Lemma move_settled o s ks s' : sane dyadic_blocks s -> settled s -> move dyadic o s ks s' -> settled s'.
Proof.
  intros S P M. pose proof (move_sane dyadic dyadic_blocks dyadic_sound o s ks s' M S) as S'. destruct M; auto.
  - destruct (insert_cases dyadic dyadic_blocks dyadic_sound s e S) as (s1 & i & ps & W & S1 & O & _ & C & _ & K & Q).
    rewrite Q in *. cbn [fst] in *. destruct (taken_last _ _ _ _ K) as (N & L & Hl).
    pose proof (tiled_last _ _ _ (tiles _ _ S1)) as X. assert (partitions s1 <> []) as N1 by (intros Y;
      rewrite Y in L; now destruct ps).
    destruct (X N1) as (l & b & Y & _). pose proof (sound_counts _ _ _ _ Y).
    unfold settled, top in *. cbn [partitions options]. destruct Hl as [-> | ->]; [|left; lia]. rewrite L.
    destruct W as [-> | [-> _]]; auto. right. left. cbn [dyadic grown one_block_more partitions]. now rewrite last_last.
  - destruct (vacated_sane dyadic dyadic_blocks dyadic_sound s i e id S H) as (S1 & _).
    unfold vacate in *. destruct ((start (top s) <=? i) && (live (top (vacated s i)) =? 0)) eqn:Y.
    + cbn [dyadic truncated] in *. unfold truncated_blocks in *. pose proof (without_empty_tops_settled _ S1) as Q.
      destruct (truncate (options (vacated s i))) eqn:T; auto.
      * right. right. right. exact T.
      * destruct (_ <? _); exact Q.
    + unfold settled in *. cbn [vacated partitions options] in *. rewrite released_length. fold (vacated s i).
      apply andb_false_iff in Y as [Y | Y].
      * apply Z.leb_gt in Y. unfold top in *. cbn [vacated partitions]. pose proof (sane_inside _ _ _ _ _ S H).
        rewrite (released_last (contents s) i (partitions s) 0); auto; [apply S | lia].
      * apply Z.eqb_neq in Y. destruct (tiled_last _ _ _ (tiles _ _ S1)) as (l & b & X & _).
        { intros N. pose proof (sane_space dyadic dyadic_blocks dyadic_sound _ S1). unfold space_of in *.
          rewrite N in *. cbn in *. lia. }
        pose proof (sound_counts _ _ _ _ X). fold (top (vacated s i)) in *. left. lia.
  - right. left. unfold top. destruct (tiled_last _ _ _ (tiles _ _ S')) as (l & b & X & _); [easy|].
    pose proof (bounded _ _ _ _ X). pose proof (last_opened _ _ _ (tiles _ _ S')) as Q.
    assert (sum opened (partitions (clear dyadic s)) = 0) as U by apply (untouched_opened dyadic dyadic_blocks
      dyadic_bounded).
    lia.
  - unfold with_room. destruct (_ <=? _); auto.
  - pose proof (without_empty_tops_settled s S). unfold shrink_to_fit. cbn [dyadic shrunk]. destruct (_ <? _); auto.
Qed.

Lemma initial_settled o : lawful o = true -> settled (initial (E := E) dyadic o).
Proof.
  intros L. right. left. pose proof (initial_sane (E := E) dyadic dyadic_blocks dyadic_sound o L) as S.
  destruct (tiled_last _ _ _ (tiles _ _ S)) as (l & b & X & _); [easy|]. pose proof (bounded _ _ _ _ X).
  pose proof (last_opened _ _ _ (tiles _ _ S)).
  assert (sum opened (partitions (initial (E := E) dyadic o)) = 0) by apply (untouched_opened dyadic dyadic_blocks
    dyadic_bounded).
  unfold top. lia.
Qed.

Lemma always_settled : always (E := E) dyadic (fun o s ks => Theorems.known dyadic_blocks o s ks /\ settled s).
Proof. exact (shared Theorems.always_kept settled initial_settled move_settled). Qed.

Theorem truncation_leaves_the_top_block_live : Statements.truncation_leaves_the_top_block_live E.
Proof.
  intros o program L. pose proof (always_settled o program L) as K.
  destruct (run dyadic (initial dyadic o) program) as [s answers]. destruct K as [K P].
  unfold settled in P. now rewrite (Theorems.its_options _ _ _ _ K) in P.
Qed.

Lemma last_is_half ps : forall space, doubling_from space ps -> ps <> [] ->
  2 * start (last ps (empty 0 0)) = space + sum size ps.
Proof.
  induction ps as [|p ps IH]; intros space; [easy|]. cbn [doubling_from sum]. intros (A & B & D) _.
  destruct ps as [|q ps]; [cbn [last sum]; lia|]. rewrite last_cons by easy. rewrite (IH _ D) by easy. lia.
Qed.

Lemma sound_has_live (c : cells E) a p l : sound c a p l -> 0 < live p -> exists i, a <= i /\ inhabited c i.
Proof.
  intros S L. pose proof (sound_live _ _ _ _ S) as C.
  destruct (filter (is_live c) (positions (Z.to_nat (opened p)) a)) as [|i r] eqn:F; [cbn in C; lia|].
  assert (In i (i :: r)) as I by now left. rewrite <- F in I. apply filter_In in I as [I H].
  exists i. apply in_positions in I. split; [lia | now apply is_live_spec].
Qed.

Theorem space_is_at_most_twice_the_highest_live_position :
  Statements.space_is_at_most_twice_the_highest_live_position E.
Proof.
  intros o program L. pose proof (always_settled o program L) as K.
  destruct (run dyadic (initial dyadic o) program) as [s answers]. destruct K as [K P]. intros M O.
  pose proof (Theorems.known_sane _ _ _ _ K) as S. pose proof (regular _ _ S) as G.
  pose proof (tiled_last _ _ _ (tiles _ _ S)) as T.
  unfold settled, top, space_of in *. rewrite (Theorems.its_options _ _ _ _ K) in *.
  destruct (partitions s) as [|base [|q rest]]; [easy | | right].
  - left. cbn [sum]. destruct G as (_ & -> & _). lia.
  - destruct G as (_ & Z0 & D). destruct T as (l & b & X & _); [easy|]. rewrite last_cons in * by easy.
    destruct P as [P | [P | [P | P]]]; try lia; try discriminate; try contradiction.
    destruct (begins _ _ _ _ X) as [B _]. destruct (sound_has_live _ _ _ _ X P) as (i & I & e & id & H).
    exists (i, id). split.
    + intros F. assert (found s (i, id) = Some e) by now apply found_spec. congruence.
    + pose proof (last_is_half _ _ D). cbn [sum fst] in *. specialize (H0 ltac:(easy)). lia.
Qed.

End Proved.

Check @blocks_tile_the_element_space. Print Assumptions blocks_tile_the_element_space.
Check @allocated_memory_is_the_space_doubled. Print Assumptions allocated_memory_is_the_space_doubled.
Check @opened_cells_form_a_prefix. Print Assumptions opened_cells_form_a_prefix.
Check @counts_agree. Print Assumptions counts_agree.
Check @free_lists_stay_in_their_partition. Print Assumptions free_lists_stay_in_their_partition.
Check @free_lists_are_acyclic. Print Assumptions free_lists_are_acyclic.
Check @free_lists_are_complete. Print Assumptions free_lists_are_complete.
Check @free_lists_are_disjoint. Print Assumptions free_lists_are_disjoint.
Check @live_ids_are_distinct. Print Assumptions live_ids_are_distinct.
Check @live_key_resolves. Print Assumptions live_key_resolves.
Check @retired_key_never_resolves. Print Assumptions retired_key_never_resolves.
Check @every_step_refines_the_contract. Print Assumptions every_step_refines_the_contract.
Check @insertion_takes_the_lowest_block_with_room. Print Assumptions insertion_takes_the_lowest_block_with_room.
Check @growth_moves_at_most_two_cells_per_insertion. Print Assumptions growth_moves_at_most_two_cells_per_insertion.
Check @lengths_fit_one_bit_more. Print Assumptions lengths_fit_one_bit_more.
Check @truncation_leaves_the_top_block_live. Print Assumptions truncation_leaves_the_top_block_live.
Check @truncation_visits_nothing. Print Assumptions truncation_visits_nothing.
Check @space_is_at_most_twice_the_highest_live_position. Print Assumptions space_is_at_most_twice_the_highest_live_position.
