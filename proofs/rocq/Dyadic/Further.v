(** A dyadic list with two masks, of the blocks with room and of those with elements, does a constant amount of
    bookkeeping for each insertion and each removal: it writes one cell and one record, and may drop top blocks at once.

    The masks are not part of the model. An insertion takes the lowest block in the one mask, or a new one; a truncation
    keeps the blocks up to the highest one in the other, or the base.
    So nothing is searched, and no free list visited. *)
From Lists Require Import Theorems.
From Lists.Dyadic Require Import Invariant.

Section Further.
Context {E : Type}.
Implicit Types (s : state E) (ps : list partition) (b n : nat).

Definition has_room_in ps b : Prop := exists p, nth_error ps b = Some p /\ live p <> size p.
Definition has_elements ps b : Prop := exists p, nth_error ps b = Some p /\ 0 < live p.

(** The records, with that of one block written anew. *)
Definition with_record ps b (p : partition) : list partition := firstn b ps ++ p :: skipn (S b) ps.

Lemma with_record_between front p q back : with_record (front ++ p :: back) (length front) q = front ++ q :: back.
Proof.
  unfold with_record. rewrite firstn_app, Nat.sub_diag, firstn_all, app_nil_r. cbn [firstn]. do 2 f_equal.
  rewrite skipn_app, skipn_all2 by lia. now replace (S (length front) - length front)%nat with 1%nat by lia.
Qed.

(** One cell is written, and the record of the lowest block with room, or else that of one new block. *)
Theorem insertion_writes_one_cell_and_one_record : always dyadic (fun _ s _ => forall e k,
  let after := fst (step dyadic s (Add e)) in snd (step dyadic s (Add e)) = Issued k ->
  contents after = set (contents s) (fst k) (Has e (snd k)) /\ exists b p,
  (forall lower, (lower < b)%nat -> ~ has_room_in (partitions s) lower) /\
  (has_room_in (partitions s) b /\ partitions after = with_record (partitions s) b p \/
   b = length (partitions s) /\ partitions after = partitions s ++ [p])).
Proof.
  apply always_known. intros s ks S _ _ e k. cbn [step]. destruct (has_room s 1); [|discriminate].
  destruct (insert_cases e S) as (s1 & i & ps & W & S1 & C & _ & _ & K & ->). cbn [fst snd contents partitions].
  intros [= <-]. split; [reflexivity|].
  destruct (taken_splits _ _ K) as (front & p & back & P & F & _ & N & _ & -> & _). destruct W as [-> | [-> Fu]].
  - exists (length front), (filled (contents s) p). rewrite P. split; [|left; split].
    + intros b L (q & Q & R). rewrite nth_error_app1 in Q by auto. apply nth_error_In in Q. auto.
    + exists p. split; [|exact N]. now rewrite nth_error_app2, Nat.sub_diag.
    + now rewrite with_record_between.
  - assert (forall b, ~ has_room_in (partitions s) b) as A.
    { intros b (q & Q & R). exact (R (tiled_all_full (tiles S) Fu (nth_error_In _ _ Q))). }
    exists (length (partitions s)), (filled (contents s) p). split; [intros b _; apply A|]. right.
    split; [reflexivity|]. cbn [dyadic grown one_block_more partitions] in P. destruct back as [|q back].
    + apply app_inj_tail in P as [-> _]. reflexivity.
    + exfalso. destruct (@exists_last _ (q :: back)) as (b & t & B); [easy|].
      rewrite B, app_comm_cons, app_assoc in P. apply app_inj_tail in P as [P _]. apply (A (length front)). exists p.
      split; [|exact N]. now rewrite P, nth_error_app2, Nat.sub_diag.
Qed.

(** The blocks that truncation keeps: up to the highest with elements, or the base. *)
Definition kept_blocks ps n : Prop :=
  (n = 1%nat \/ exists b, n = S b /\ has_elements ps b) /\ forall b, (n <= b)%nat -> ~ has_elements ps b.

(** Dropping is one cut at the highest block with elements; no other record changes. *)
Theorem dropping_is_one_cut : always dyadic (fun _ s _ => exists n, kept_blocks (partitions s) n /\
  partitions (without_empty_tops s) = firstn n (partitions s) /\
  forall i, get (contents (without_empty_tops s)) i =
    if i <? space_of (without_empty_tops s) then get (contents s) i else None).
Proof.
  apply always_known. intros s ks S _ _.
  destruct (without_empty_tops_spec S) as (base & kept & qs & P & P' & Z0 & L & W).
  exists (Datatypes.S (length kept)). unfold kept_blocks, has_elements. rewrite P', P. split; [split|split].
  - destruct L as [-> | L]; [now left|]. right. exists (length kept). split; [reflexivity|].
    destruct (@exists_last _ kept) as (ks' & p & ->); [intros ->; easy|]. rewrite last_last in L. exists p.
    rewrite app_length, Nat.add_1_r, <- app_assoc. cbn [nth_error app]. rewrite nth_error_app2, Nat.sub_diag by lia.
    split; [reflexivity|].
    pose proof (sane_partition p S ltac:(rewrite P; right; apply in_app_iff; left; apply in_elt)). tally.
  - intros [|b] B (p & N & X); [lia|]. cbn in N. rewrite nth_error_app2 in N by lia. apply nth_error_In, Z0 in N. lia.
  - cbn [firstn]. now rewrite firstn_app, Nat.sub_diag, firstn_all, app_nil_r.
  - intros i. unfold without_empty_tops. rewrite P. cbn [contents]. unfold space_of. cbn [partitions]. apply get_cut.
    intros j _ O%(sane_touched _ S). lia.
Qed.

(** A removal writes one cell, and one record at most; then it truncates, by one cut, or not at all. *)
Theorem removal_writes_one_cell_and_one_record : always dyadic (fun _ s _ => forall k e, found s k = Some e ->
  exists link b p, let between := vacated s (fst k) in
  contents between = set (contents s) (fst k) (Not link) /\
  (partitions between = with_record (partitions s) b p \/ partitions between = partitions s) /\
  (fst (step dyadic s (Remove k)) = between \/ fst (step dyadic s (Remove k)) = truncated_blocks between)).
Proof.
  apply always_known. intros s ks S _ _ k e F. pose proof F as H. apply found_spec in H.
  destruct (released_splits (tiles S) (sane_inside _ S H)) as (front & p & back & P & Q & R & _).
  exists (head p), (length front), (emptied p (fst k)). cbv zeta. fields. rewrite Q, R, P, with_record_between.
  split; [reflexivity|]. split; [now left|]. cbn [step]. unfold remove. rewrite F. cbn [fst]. unfold vacate.
  destruct (_ && _); auto.
Qed.

(** * Dropped blocks *)

(** The blocks that the operations of a program drop; none of them adds a block as well. *)
Definition blocks s : Z := Z.of_nat (length (partitions s)).
Fixpoint blocks_dropped s (program : list (operation E)) : Z :=
  match program with
  | [] => 0
  | o :: rest => let after := fst (step dyadic s o) in Z.max 0 (blocks s - blocks after) + blocks_dropped after rest
  end.

Lemma move_space o s ks s' : sane dyadic_blocks s -> move dyadic o s ks s' ->
  space_of s' <= space_of s * 2 ^ Z.of_nat (length ks).
Proof.
  intros S M. pose proof (sane_counts S).
  destruct M; cbn [length Z.of_nat]; rewrite ?Z.mul_1_r; try (unfold space_of; fields; lia).
  - destruct (insert_sane e S) as (_ & _ & _ & _ & _ & [(-> & _) | (_ & -> & _)]); change (2 ^ _) with 2; lia.
  - destruct (vacate_sane i S H0) as (_ & _ & _ & _ & N & _). lia.
  - now apply clear_sane.
  - apply (shorter (shrunk_sane dyadic_sound S)).
Qed.

(** An operation adds a block for each insertion, at most. *)
Lemma step_blocks s o : sane dyadic_blocks s ->
  blocks (fst (step dyadic s o)) <= blocks s + Z.of_nat (length (keys_of (snd (step dyadic s o)))) /\
  sane dyadic_blocks (fst (step dyadic s o)).
Proof.
  intros S.
  destruct (moves_ind' (o := o) (fun s' ks => options s' = options s /\ space_of s' <= space_of s * 2 ^ Z.of_nat
    (length ks))) with (2 := step_moves o S) (before := @nil key) as (S' & O & L); auto.
  - intros s1 before ks s' S1 [O1 L1] M. split.
    + destruct (move_next S1 M). congruence.
    + apply move_space in M; auto. rewrite app_length, Nat2Z.inj_add, Z.pow_add_r by lia.
      pose proof (power_positive (length ks)). nia.
  - cbn [length Z.of_nat]. split; [reflexivity | lia].
  - split; [|exact S']. cbn [app] in L. unfold space_of, blocks in *.
    destruct (blocks_sum _ _ (regular S)) as (n & A & ->), (blocks_sum _ _ (regular S')) as (m & B & ->).
    rewrite A, B, O in L. pose proof (least_positive (options s)) as P.
    assert (2 ^ Z.of_nat m <= 2 ^ (Z.of_nat n + Z.of_nat (length (keys_of (snd (step dyadic s o)))))) as Q.
    { rewrite Z.pow_add_r by lia. nia. }
    apply Z.pow_le_mono_r_iff in Q; lia.
Qed.

(** With those that are there, as many as at first and one for each insertion, at most. *)
Theorem blocks_are_dropped_at_most_once_per_block_added o (program : list (operation E)) : lawful o = true ->
  let new := initial dyadic o in let (s, answers) := run dyadic new program in
  blocks_dropped new program + blocks s <= blocks new + Z.of_nat (length (issued answers)).
Proof.
  intros L. destruct (initial_sane (d := dyadic (E := E)) _ L) as [S _]. cbv zeta. revert S.
  generalize (initial (E := E) dyadic o) as s. induction program as [|op rest IH]; intros s S.
  - cbn. lia.
  - cbn [run blocks_dropped]. destruct (step_blocks op S) as [B S1]. destruct (step dyadic s op) as [s1 a].
    cbn [fst snd] in *. specialize (IH s1 S1). destruct (run dyadic s1 rest) as [s2 answers]. cbn [issued flat_map].
    unfold issued in IH. rewrite app_length. lia.
Qed.

(** A list has fewer blocks than an index has bits, so each mask fits into one word (R9). *)
Theorem masks_fit_into_one_word : always dyadic (fun o s _ => forall width, index_bits o = Some width ->
  Z.of_nat (length (partitions s)) < width).
Proof.
  apply always_known. intros s ks S [F _] _ width W.
  destruct (F (2 ^ width)) as (_ & Sp & _); [unfold count_of; now rewrite W|]. pose proof (regular S) as G.
  unfold space_of in Sp. destruct (partitions s) as [|base rest]; [easy|]. destruct G as ([= _ Z0] & D).
  pose proof (doubling_sum _ _ D) as Q. cbn [sum length] in *. rewrite Z0, Q in Sp.
  assert (4 <= least_space (options s)) as L by (unfold least_space, round_up; lia).
  pose proof (power_positive (length rest)).
  assert (2 ^ (Z.of_nat (length rest) + 1) < 2 ^ width) as P by (rewrite Z.pow_add_r by lia; nia).
  apply (lawful_spec _ (options_lawful S)) in W as [W _]. apply Z.pow_lt_mono_r_iff in P; lia.
Qed.

(** So [Clear] has no record to write, if records of blocks without opened cells are never read (R7). *)
Theorem record_of_a_block_without_opened_cells_is_empty : always dyadic (fun _ s _ => forall p,
  In p (partitions s) -> opened p = 0 -> p = empty (start p) (size p)).
Proof.
  apply always_known. intros s ks Sane _ _ p I Z0. pose proof (sane_partition p Sane I) as S.
  pose proof (sound_counts S). pose proof (counted S). pose proof (linked_up S) as C.
  destruct (free_list _ p); [|cbn [length] in *; lia]. destruct p as [a z v n h]. cbn in *. subst. unfold empty.
  f_equal. lia.
Qed.

End Further.
