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

(** * Insertion *)

Lemma taken_record (c : cells E) ps : forall i ps', taken c ps = Some (i, ps') ->
  exists b p, has_room_in ps b /\ (forall lower, (lower < b)%nat -> ~ has_room_in ps lower) /\ ps' = with_record ps b p.
Proof.
  induction ps as [|p ps IH]; intros i ps'; cbn [taken]; [discriminate|]. unfold full.
  destruct (Z.eqb_spec (live p) (size p)) as [F|F].
  - destruct (taken c ps) as [[j rest]|]; [|discriminate]. intros [= -> <-].
    destruct (IH i rest eq_refl) as (b & q & R & L & ->). exists (S b), q. split; [exact R|]. split; [|reflexivity].
    intros [|lower] Lt; [|apply (L lower); lia]. intros (r & [= <-] & N). auto.
  - intros [= <- <-]. exists 0%nat, (filled c p). split; [now exists p|]. split; [lia | reflexivity].
Qed.

(** One cell is written, and the record of the lowest block with room, or else that of one new block. *)
Theorem insertion_writes_one_cell_and_one_record : always dyadic (fun _ s _ => forall e k,
  let after := fst (step dyadic s (Add e)) in snd (step dyadic s (Add e)) = Issued k ->
  contents after = set (contents s) (fst k) (Has e (snd k)) /\ exists b p,
  (forall lower, (lower < b)%nat -> ~ has_room_in (partitions s) lower) /\
  (has_room_in (partitions s) b /\ partitions after = with_record (partitions s) b p \/
   b = length (partitions s) /\ partitions after = partitions s ++ [p])).
Proof.
  apply always_known. intros s ks S _ _ _ e k. cbn [step]. destruct (has_room s 1); [|discriminate].
  destruct (insert_cases e S) as (s1 & i & ps & W & S1 & _ & _ & C & _ & T & ->). cbn [fst snd contents partitions].
  intros [= <-]. split; [reflexivity|]. destruct (taken_record _ _ T) as (b & p & R & L & ->).
  destruct W as [-> | [-> F]].
  - exists b, p. split; [exact L|]. left. auto.
  - assert (forall lower, ~ has_room_in (partitions s) lower) as N.
    { intros lower (q & Q & N). apply N. exact (tiled_all_full _ (tiles S) F (nth_error_In _ _ Q)). }
    cbn [dyadic grown one_block_more partitions] in *. assert (b = length (partitions s)) as ->.
    { destruct R as (q & Q & X). destruct (Nat.lt_trichotomy b (length (partitions s))) as [H | [H | H]]; auto.
      - exfalso. rewrite nth_error_app1 in Q by auto. apply (N b). now exists q.
      - rewrite nth_error_app2 in Q by lia. destruct (b - length (partitions s))%nat as [|m] eqn:M; [lia|].
        destruct m; discriminate. }
    exists (length (partitions s)), p. split; [intros lower _; apply N|]. right. split; [reflexivity|].
    unfold with_record. rewrite firstn_app, firstn_all, Nat.sub_diag, skipn_all2 by (rewrite app_length; cbn; lia).
    cbn [firstn]. now rewrite app_nil_r.
Qed.

(** * Removal *)

Lemma released_record ps i : exists b p, released ps i = with_record ps b p \/ released ps i = ps.
Proof.
  induction ps as [|q ps IH]; cbn [released]; [exists 0%nat, (empty 0 0); now right|]. destruct (i <? stop q).
  - exists 0%nat, (emptied q i). now left.
  - destruct IH as (b & p & [-> | ->]); [exists (S b), p; now left | exists 0%nat, p; now right].
Qed.

Lemma up_to_last_live_prefix ps : exists n, up_to_last_live ps = firstn n ps /\
  (n = 0%nat \/ exists b p, n = S b /\ nth_error ps b = Some p /\ live p <> 0) /\
  forall b p, (n <= b)%nat -> nth_error ps b = Some p -> live p = 0.
Proof.
  induction ps as [|p ps IH]; cbn [up_to_last_live].
  - exists 0%nat. split; [reflexivity|]. split; [auto|]. intros [|b] q _; discriminate.
  - destruct IH as (n & E1 & H & Z0). destruct (up_to_last_live ps) as [|q qs].
    + assert (forall b r, nth_error ps b = Some r -> live r = 0) as A.
      { intros b r N. destruct (Nat.lt_ge_cases b n) as [L|L]; [|eapply Z0; eauto]. exfalso.
        assert (n = 0%nat \/ ps = []) as [-> | ->] by (destruct n, ps; auto; discriminate); [lia | destruct b;
          discriminate]. }
      destruct (Z.eqb_spec (live p) 0) as [P|P].
      * exists 0%nat. split; [reflexivity|]. split; [auto|]. intros [|b] r _; cbn; [intros [= <-]; auto | apply A].
      * exists 1%nat. split; [reflexivity|]. split; [right; now exists 0%nat, p|].
        intros [|b] r L; cbn; [lia | apply A].
    + exists (S n). split; [cbn; congruence|]. split.
      * right. destruct H as [-> | (b & r & -> & N & L)]; [discriminate|]. now exists (S b), r.
      * intros [|b] r L; cbn; [lia|]. apply Z0. lia.
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
  apply always_known. intros s ks S _ _ _.
  destruct (without_empty_tops_spec S) as (base & rest & kept & qs & P & _ & _ & U & P' & S' & _).
  destruct (up_to_last_live_prefix rest) as (n & E1 & H & Z0). exists (Datatypes.S n). split; [|split].
  - unfold kept_blocks, has_elements. rewrite P. split.
    + destruct H as [-> | (b & p & -> & N & L)]; [now left|]. right. exists (Datatypes.S b). split; [reflexivity|].
      exists p. split; [exact N|]. pose proof (tiled_live_nonnegative p (tiles S)) as Q. rewrite P in Q.
      apply nth_error_In in N. specialize (Q (or_intror N)). lia.
    + intros [|b] L; [lia|]. intros (p & N & X). cbn in N. rewrite (Z0 b p) in X by (auto; lia). lia.
  - rewrite P', P, U, E1. reflexivity.
  - intros i. unfold without_empty_tops. rewrite P. cbn [contents]. unfold space_of. cbn [partitions]. apply get_cut.
    intros j _ O. apply (sane_touched _ S) in O. lia.
Qed.

(** A removal writes one cell, and one record at most; then it truncates, by one cut, or not at all. *)
Theorem removal_writes_one_cell_and_one_record : always dyadic (fun _ s _ => forall k e, found s k = Some e ->
  exists link b p, let between := vacated s (fst k) in
  contents between = set (contents s) (fst k) (Not link) /\
  (partitions between = with_record (partitions s) b p \/ partitions between = partitions s) /\
  (fst (step dyadic s (Remove k)) = between \/ fst (step dyadic s (Remove k)) = truncated_blocks between)).
Proof.
  apply always_known. intros s ks S _ _ _ k e F. destruct (released_record (partitions s) (fst k)) as (b & p & R).
  exists (head (partition_of (partitions s) (fst k))), b, p. cbv zeta. split; [reflexivity|]. split; [exact R|].
  cbn [step]. unfold remove. rewrite F. cbn [fst]. unfold vacate. destruct (_ && _); auto.
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
  intros S M. destruct M; unfold space_of; fields; cbn [length Z.of_nat]; rewrite ?Z.mul_1_r; try lia.
  - destruct (insert_cases e S) as (s1 & i & ps & W & S1 & _ & _ & _ & _ & K & ->).
    destruct (taken_some e (next_id s) (tiles S1) K) as (_ & _ & _ & _ & Ez & _). apply sum_sizes in Ez. fields.
    rewrite Ez. pose proof (sane_space S) as P. destruct W as [-> | [-> F]]; [unfold space_of in P; lia|].
    destruct (grown_lengths dyadic_bounded S F) as (_ & Z2 & _). unfold space_of in Z2. lia.
  - destruct (vacated_sane _ S H) as (S1 & _ & _ & Zv).
    destruct (vacate_sane _ S H) as (_ & _ & [-> | [-> _]]); unfold space_of in *; [lia|].
    destruct (truncated_lengths dyadic_bounded S1) as (_ & N & _). unfold space_of in N. lia.
  - unfold clear. fields. pose proof (untouched_again dyadic_sound S) as A. unfold space_of in *.
    destruct (truncate (options s)); [lia..|]. pose proof (untouched_exact (options s) 0) as X.
    destruct (blocks_sum _ _ (regular S)) as (n & Y & _). pose proof (power_positive n).
    pose proof (least_positive (options s)). cbn [Z.of_nat] in X. rewrite Z.mul_1_r in X. cbn [dyadic untouched].
    rewrite X, Y. nia.
  - unfold with_room. destruct (_ <=? _); fields; lia.
  - pose proof (shrunk_lengths dyadic_bounded S) as (_ & N & _). unfold shrink_to_fit, space_of in *.
    destruct (_ <? _); exact N.
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
    + destruct (Keys.move_next S1 M). congruence.
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
  intros L. pose proof (initial_sane (d := dyadic (E := E)) _ L) as S. cbv zeta. revert S.
  generalize (initial (E := E) dyadic o) as s. induction program as [|op rest IH]; intros s S.
  - cbn. lia.
  - cbn [run blocks_dropped]. destruct (step_blocks op S) as [B S1]. destruct (step dyadic s op) as [s1 a].
    cbn [fst snd] in *. specialize (IH s1 S1). destruct (run dyadic s1 rest) as [s2 answers]. cbn [issued flat_map].
    unfold issued in IH. rewrite app_length. lia.
Qed.

(** * Masks and records *)

(** A list has fewer blocks than an index has bits, so each mask fits into one word (R9). *)
Theorem masks_fit_into_one_word : always dyadic (fun o s _ => forall width, index_bits o = Some width ->
  Z.of_nat (length (partitions s)) < width).
Proof.
  apply always_known. intros s ks S F _ _ width W.
  destruct (F (2 ^ width)) as (_ & Sp & _); [unfold count_of; now rewrite W|]. pose proof (regular S) as G.
  unfold space_of in Sp. destruct (partitions s) as [|base rest]; [easy|]. destruct G as (_ & Z0 & D).
  pose proof (doubling_sum _ _ D) as Q. cbn [sum length] in *. rewrite Z0, Q in Sp.
  assert (4 <= least_space (options s)) as L by (unfold least_space, round_up; lia).
  pose proof (power_positive (length rest)).
  assert (2 ^ (Z.of_nat (length rest) + 1) < 2 ^ width) as P by (rewrite Z.pow_add_r by lia; nia).
  apply Z.pow_lt_mono_r_iff in P; [lia | lia |]. pose proof (Refinement.at_least_width _ (options_lawful S)) as X.
  now rewrite W in X.
Qed.

(** So [Clear] has no record to write, if records of blocks without opened cells are never read (R7). *)
Theorem record_of_a_block_without_opened_cells_is_empty : always dyadic (fun _ s _ => forall p,
  In p (partitions s) -> opened p = 0 -> p = empty (start p) (size p)).
Proof.
  apply always_known. intros s ks Sane _ _ _ p I Z0. destruct (sane_partition p Sane I) as [l S].
  pose proof (sound_counts S). pose proof (counted S). pose proof (linked_up S) as C.
  assert (l = []) as -> by (destruct l; [reflexivity | cbn [length] in *; lia]). destruct p as [a z v n h]. cbn in *.
  subst. unfold empty. f_equal. lia.
Qed.

End Further.
