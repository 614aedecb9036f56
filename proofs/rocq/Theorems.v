(** The shared theorems, proved of every design that guarantees what [sound_design] and its companions ask for. *)
From Coq Require Import ZArith List Lia Bool.
From Lists Require Import Parameters Cells Container Contract Chain Partition Tiling Steps Lengths.
From Lists Require FreeLists Counts Refinement Keys Stamps Growth Revival Statements.
Import ListNotations.
Local Open Scope Z_scope.

Section Theorems.
Context {E : Type} (d : design E) (g : geometry) (D : sound_design d g) (B : bounded_design d g).
Implicit Types (s : state E) (ks : list key) (o : parameters).

(** Everything that is known of a list after a program, whatever its design. *)
Record known o s ks : Prop := {
  valid_list : valid g s ks;
  its_options : options s = o;
  its_maximum : within_maximum s;
}.

Lemma known_sane o s ks : known o s ks -> sane g s.
Proof. intros K. apply (valid_list _ _ _ K). Qed.

Lemma known_stamped o s ks : known o s ks -> Keys.stamped s ks.
Proof. intros K. apply (valid_list _ _ _ K). Qed.

Lemma known_packs o s ks : known o s ks -> Refinement.packs s.
Proof. intros K. destruct (valid_list _ _ _ K) as (S & F & T). exact (fitting_packs g s ks S F T). Qed.

(** What holds of a new list, and is kept by every move, holds always. *)
Theorem always_kept (P : state E -> Prop) :
  (forall o, lawful o = true -> P (initial d o)) ->
  (forall op s ks s', sane g s -> P s -> move d op s ks s' -> P s') ->
  always d (fun o s ks => known o s ks /\ P s).
Proof.
  intros I M o program L. pose proof (initial_valid d g D B o L) as V.
  pose proof (always_valid d g D B program _ _ V) as V'.
  destruct (run_ind d g D (fun s _ => options s = o /\ within_maximum s /\ P s)) with
    (os := program) (s := initial d o) (before := @nil key) as (_ & O & X & Q); auto; [|now apply V | |].
  - intros op s before ks s' _ S (O & X & Q) N. split; [|split].
    + rewrite <- O. apply (Keys.move_next d g D op s ks s' S N).
    + eapply move_within_maximum; eauto.
    + eauto.
  - split; [reflexivity|]. split; [now apply (initial_within_maximum d g D B) | auto].
  - destruct (run d (initial d o) program) as [s answers]. split; [now constructor | exact Q].
Qed.

Corollary always_known (P : parameters -> state E -> list key -> Prop) :
  (forall o s ks, known o s ks -> P o s ks) -> always d P.
Proof.
  intros H o program L. pose proof (always_kept (fun _ => True) (fun _ _ => I) (fun _ _ _ _ _ _ _ => I) o program L) as K.
  destruct (run d (initial d o) program). apply H, K.
Qed.

Lemma found_some s k : found s k <> None -> exists e, found s k = Some e.
Proof. destruct (found s k); eauto. congruence. Qed.

Theorem allocated_memory_is_the_space_doubled : Statements.allocated_memory_is_the_space_doubled d.
Proof. apply always_known. intros o s ks K. apply (doubling _ _ (known_sane _ _ _ K)). Qed.

Theorem opened_cells_form_a_prefix : Statements.opened_cells_form_a_prefix d.
Proof. apply always_known. intros o s ks K. apply (FreeLists.opened_cells_form_a_prefix g), (known_sane _ _ _ K). Qed.

Theorem counts_agree : Statements.counts_agree d.
Proof. apply always_known. intros o s ks K p. apply (Counts.counts_agree g), (known_sane _ _ _ K). Qed.

Theorem free_lists_stay_in_their_partition : Statements.free_lists_stay_in_their_partition d.
Proof.
  apply always_known. intros o s ks K p i. apply (FreeLists.free_lists_stay_in_their_partition g),
  (known_sane _ _ _ K).
Qed.

Theorem free_lists_are_acyclic : Statements.free_lists_are_acyclic d.
Proof. apply always_known. intros o s ks K p. apply (FreeLists.free_lists_are_acyclic g), (known_sane _ _ _ K). Qed.

Theorem free_lists_are_complete : Statements.free_lists_are_complete d.
Proof. apply always_known. intros o s ks K i next. apply (FreeLists.free_lists_are_complete g), (known_sane _ _ _ K).
Qed.

Theorem free_lists_are_disjoint : Statements.free_lists_are_disjoint d.
Proof.
  apply always_known. intros o s ks K m n p q i. apply (FreeLists.free_lists_are_disjoint g),
  (known_sane _ _ _ K).
Qed.

Theorem live_ids_are_distinct : Statements.live_ids_are_distinct d.
Proof.
  apply always_known. intros o s ks K k j [e F]%found_some [e' G]%found_some N Q. rewrite <- (its_options _ _ _ K).
  exact (Keys.live_ids_are_distinct g s ks k j e e' (known_sane _ _ _ K) (known_stamped _ _ _ K) F G N Q).
Qed.

Theorem live_key_resolves : Statements.live_key_resolves d.
Proof.
  apply always_known. intros o s ks K op k.
  pose proof (Keys.live_key_resolves d g D s op k (known_sane _ _ _ K) (known_packs _ _ _ K)) as H.
  destruct (step d s op) as [after a]. cbn [fst snd] in H. unfold has in H.
  destruct (found after k), (found s k); intuition congruence.
Qed.

Theorem retired_key_never_resolves : Statements.retired_key_never_resolves d.
Proof.
  apply always_known. intros o s ks K n k program G R.
  pose proof (fun e => Keys.retired_key_waits_whole_periods d g D s ks program n k e
    (known_sane _ _ _ K) (known_stamped _ _ _ K) G R) as H.
  destruct (run d s program) as [later answers]. cbn [fst snd] in H. intros Q.
  destruct (found later k) as [e|]; auto. exfalso. destruct (H e eq_refl) as (m & A & _ & p & t & P & T & M).
  rewrite (its_options _ _ _ K) in P. specialize (Q p P). apply Keys.given_length in A.
  pose proof (Stamps.period_positive o p) as X. rewrite <- (its_options _ _ _ K) in X, P.
  specialize (X (options_lawful _ _ (known_sane _ _ _ K)) P). nia.
Qed.

Theorem every_step_refines_the_contract : Statements.every_step_refines_the_contract d.
Proof.
  apply always_known. intros o s ks K op.
  pose proof (Refinement.every_step_refines_the_contract d g D s op (known_sane _ _ _ K) (known_packs _ _ _ K)) as H.
  now destruct (step d s op).
Qed.

Theorem length_and_iteration_are_exact : Statements.length_and_iteration_are_exact d.
Proof.
  apply always_known. intros o s ks K. pose proof (known_sane _ _ _ K) as S.
  split; [now apply (Refinement.items_list g)|].
  split; [apply Counts.items_ascend | now apply (Counts.live_cells_are_counted g)].
Qed.

Theorem insertion_is_refused_exactly_without_room : Statements.insertion_is_refused_exactly_without_room d.
Proof.
  apply always_known. intros o s ks K e. pose proof (its_options _ _ _ K) as O. pose proof (its_maximum _ _ _ K) as M.
  unfold within_maximum in M. rewrite O in M. destruct (valid_list _ _ _ K) as (S & F & _).
  assert (forall most, count_of (index_bits o) = Some most -> live_of s <= most) as I.
  { intros most Q. rewrite <- O in Q. destruct (F most Q). pose proof (sane_counts _ s S). lia. }
  assert (has_room s 1 = true <-> count_of (index_bits o) <> Some (live_of s) /\ maximum o <> Some (live_of s)) as R.
  { unfold has_room, indexable, within, holds. rewrite O, andb_true_iff.
    destruct (count_of (index_bits o)) as [most|]; [specialize (I most eq_refl) | clear I];
      (destruct (maximum o) as [m|]; [specialize (M m eq_refl) | clear M]); rewrite ?Z.ltb_lt, ?Z.leb_le;
      (split; [intros [X Y]; split; intros Q; inversion Q; lia | intros [X Y]; split; auto]).
    all: first [assert (live_of s <> most) by congruence | idtac];
      first [assert (live_of s <> m) by congruence | idtac]; lia. }
  cbn [step]. destruct (has_room s 1).
  - destruct (insert d s e). split; [|discriminate]. split; [discriminate|]. intros X. exfalso. destruct R as [R _].
    specialize (R eq_refl). tauto.
  - split; auto. split; auto. intros _. destruct R as [_ R].
    destruct (count_of (index_bits o)) as [most|], (maximum o) as [m|]; try (exfalso; assert (false = true);
      [|discriminate]; apply R; split; discriminate).
    + destruct (Z.eq_dec most (live_of s)) as [-> | N1]; auto. destruct (Z.eq_dec m (live_of s)) as [-> | N2]; auto.
      exfalso. assert (false = true); [|discriminate]. apply R. split; congruence.
    + destruct (Z.eq_dec most (live_of s)) as [-> | N1]; auto.
      exfalso. assert (false = true); [|discriminate]. apply R. split; congruence.
    + destruct (Z.eq_dec m (live_of s)) as [-> | N2]; auto.
      exfalso. assert (false = true); [|discriminate]. apply R. split; congruence.
Qed.

Theorem ids_count_insertions : Statements.ids_count_insertions d.
Proof.
  apply always_known. intros o s ks K n k G. rewrite <- (its_options _ _ _ K).
  now apply (Keys.stamps _ _ (known_stamped _ _ _ K)).
Qed.

Lemma taken_lowest (c : cells E) a ps i ps' p : tiled c a ps -> taken c ps = Some (i, ps') -> In p ps ->
  stop p <= i -> live p = size p.
Proof.
  intros T. revert i ps'. induction T as [|a r l ps S P T IH]; intros i ps'; cbn [taken]; [discriminate|].
  destruct (full r) eqn:F.
  - apply full_spec in F. destruct (taken c ps) as [[j rest]|]; [|discriminate]. intros [= -> _] [<- | I] L; eauto.
  - intros [= <- _] I L. exfalso. assert (live r < size r) as R.
    { assert (live r <> size r) by (rewrite <- full_spec; congruence). pose proof (sound_counts _ _ _ _ S).
      pose proof (bounded _ _ _ _ S). lia. }
    destruct (begins _ _ _ _ S) as [G _]. destruct I as [<- | I].
    + assert (vacancy r < stop r); [|lia]. unfold stop. rewrite G.
      destruct l as [|v l]; pose proof (linked_up _ _ _ _ S) as Ch; cbn in Ch; unfold vacancy.
      * rewrite Ch. pose proof (counted _ _ _ _ S). cbn [length] in *. lia.
      * destruct Ch as (-> & _). assert (In v (v :: l)) as V by now left. apply (exact _ _ _ _ S) in V.
        pose proof (bounded _ _ _ _ S). lia.
    + apply In_nth_error in I as [n N]. destruct (FreeLists.tiled_nth _ _ _ _ _ T N) as (l' & S' & B' & _).
      pose proof (bounded _ _ _ _ S'). assert (vacancy r < a + size r); [|unfold stop in L; lia].
      destruct l as [|v l]; pose proof (linked_up _ _ _ _ S) as Ch; cbn in Ch; unfold vacancy.
      * rewrite Ch. pose proof (counted _ _ _ _ S). cbn [length] in *. lia.
      * destruct Ch as (-> & _). assert (In v (v :: l)) as V by now left. apply (exact _ _ _ _ S) in V.
        pose proof (bounded _ _ _ _ S). lia.
Qed.

Theorem insertion_takes_the_lowest_partition_with_room : Statements.insertion_takes_the_lowest_partition_with_room d.
Proof.
  apply always_known. intros o s ks K e k p. pose proof (known_sane _ _ _ K) as S. cbn [step].
  destruct (has_room s 1); [|discriminate].
  destruct (insert_cases d g D s e S) as (s1 & i & ps & W & S1 & _ & _ & C & _ & T & ->).
  intros [= <-] I L. cbn [fst] in L. destruct W as [-> | [_ F]].
  - eapply taken_lowest; eauto. apply S.
  - clear -S F I. destruct S as [T _ _ _ _]. unfold live_of, space_of in F. revert I F.
    induction T as [|a r l ps S P T IH]; [easy|]. cbn [sum]. pose proof (tiled_counts _ _ _ T).
    pose proof (sound_counts _ _ _ _ S). pose proof (bounded _ _ _ _ S). intros [<- | I] F; [lia|]. apply IH; auto. lia.
Qed.

Theorem retired_key_revives_exactly_after_whole_periods : Statements.retired_key_revives_exactly_after_whole_periods d.
Proof.
  apply always_known. intros o s ks K n k program G R.
  pose proof (Keys.retired_key_revives_exactly_after_whole_periods d g D s ks program n k
    (known_sane _ _ _ K) (known_stamped _ _ _ K) G R) as H. cbv zeta in H.
  destruct (run d s program) as [later answers]. cbn [fst snd] in H.
  rewrite (its_options _ _ _ K) in H. rewrite <- H. unfold has. destruct (found later k); split; congruence.
Qed.

Theorem retired_key_may_resolve_after_one_period : Statements.retired_key_may_resolve_after_one_period d.
Proof. exact (Revival.retired_key_may_resolve_after_one_period d g D B). Qed.

Theorem lengths_fit_one_bit_more : Statements.lengths_fit_one_bit_more d.
Proof.
  apply always_known. intros o s ks K most. rewrite <- (its_options _ _ _ K).
  destruct (valid_list _ _ _ K) as (_ & F & _). apply F.
Qed.

Theorem growth_moves_at_most_two_cells_per_insertion :
  Growth.frugal_design d g -> Statements.growth_moves_at_most_two_cells_per_insertion d.
Proof.
  intros F o program L M N. cbv zeta. pose proof (initial_sane d g D o L) as S.
  pose proof (sane_space d g D _ S). pose proof (allocated_space d g D _ S). pose proof (sane_counts _ _ S).
  assert (opened_of (initial d o) = 0) by apply (untouched_opened d g B).
  pose proof (Growth.growth_moves_at_most_two_cells_per_insertion d g D B F program (initial d o) 0 0
    (allocated (initial d o)) S M N) as W. unfold Growth.within_growth in W.
  destruct (run d (initial d o) program) as [s answers]. cbn [fst snd] in W. lia.
Qed.

End Theorems.
