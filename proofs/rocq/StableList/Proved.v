(** The main theorems, proved: the statements are those of [Statements]. *)
From Coq Require Import ZArith List Lia.
From Lists Require Import Parameters Cells Container Contract Chain Partition Tiling Steps.
From Lists Require FreeLists Counts Refinement Keys Stamps.
From Lists Require Import Lengths.
From Lists.StableList Require Import Model Halving Invariant Cascade Visits.
From Lists.StableList Require Statements.
Import ListNotations.
Local Open Scope Z_scope.

Section Proved.
Context {E : Type}.
Implicit Types (s : state E) (ks : list key).

(** Everything that is known of a list after a program. *)
Record known (o : parameters) s ks : Prop := {
  valid_list : valid quarters s ks;
  its_options : options s = o;
  is_settled : settled s;
  is_paid : paid s;
  holds_maximum : within_maximum s;
}.

Lemma move_options s ks s' : sane quarters s -> move stable_list s ks s' -> options s' = options s.
Proof. intros S M. apply (Keys.move_next stable_list quarters stable_list_sound s ks s' S M). Qed.

Lemma always_known o s ks program : known o s ks ->
  known o (fst (run stable_list s program)) (ks ++ issued (snd (run stable_list s program))).
Proof.
  intros [V O P R X]. pose proof (always_valid stable_list quarters stable_list_sound stable_list_bounded program s ks V) as V'.
  destruct V as (S & _ & _).
  destruct (Steps.always stable_list quarters stable_list_sound (fun s _ => options s = o /\ settled s /\ paid s /\ within_maximum s)) with
    (os := program) (s := s) (before := ks) as (_ & O' & P' & R' & X'); auto; [|now constructor].
  intros s1 before ks1 s1' S1 (O1 & P1 & R1 & X1) M. split; [|split; [|split]].
  - rewrite <- O1. eapply move_options; eauto.
  - eapply move_settled; eauto.
  - eapply move_paid; eauto.
  - eapply move_within_maximum; eauto using stable_list_sound.
Qed.

Lemma program_known o program : lawful o = true ->
  known o (fst (run stable_list (initial stable_list o) program)) (issued (snd (run stable_list (initial stable_list o) program))).
Proof.
  intros L. apply (always_known o (initial stable_list o) []). constructor; auto using initial_settled.
  - apply (initial_valid stable_list quarters stable_list_sound stable_list_bounded o L).
  - unfold paid. cbn. lia.
  - eapply initial_within_maximum; eauto using stable_list_sound, stable_list_bounded.
Qed.

Lemma always_intro (P : parameters -> state E -> list key -> Prop) : (forall o s ks, known o s ks -> P o s ks) ->
  Statements.always E P.
Proof.
  intros H o program L. pose proof (program_known o program L) as K.
  destruct (run stable_list (initial stable_list o) program) as [s answers]. auto.
Qed.

Lemma known_sane o s ks : known o s ks -> sane quarters s.
Proof. intros K. apply (valid_list _ _ _ K). Qed.

Lemma known_stamped o s ks : known o s ks -> Keys.stamped s ks.
Proof. intros K. apply (valid_list _ _ _ K). Qed.

Lemma known_packs o s ks : known o s ks -> Refinement.packs s.
Proof.
  intros K. destruct (valid_list _ _ _ K) as (S & F & T). exact (fitting_packs quarters s ks S F T).
Qed.

Lemma found_some s k : found s k <> None -> exists e, found s k = Some e.
Proof. destruct (found s k); eauto. congruence. Qed.

Theorem partitions_tile_the_element_space : Statements.partitions_tile_the_element_space E.
Proof.
  apply always_intro. intros o s ks K. pose proof (known_sane _ _ _ K) as S.
  destruct (sane_thirds s S) as (q & q1 & q2 & h2 & l1 & l2 & l3 & T).
  pose proof (allocated_space stable_list quarters stable_list_sound s S) as A.
  cbv zeta. rewrite (has_space _ _ _ _ _ _ _ _ T) in *. destruct (divided q) as [-> ->].
  rewrite (are _ _ _ _ _ _ _ _ T). cbn [map].
  destruct (sizes _ _ _ _ _ _ _ _ T) as (-> & -> & ->).
  destruct (begins _ _ _ _ (in_q1 _ _ _ _ _ _ _ _ T)) as [-> _], (begins _ _ _ _ (in_q2 _ _ _ _ _ _ _ _ T)) as [-> _],
    (begins _ _ _ _ (in_h2 _ _ _ _ _ _ _ _ T)) as [-> _].
  pose proof (lawful_space _ _ _ _ _ _ _ _ T) as B. rewrite (its_options _ _ _ K) in B.
  repeat split; auto. rewrite Z.mul_comm. apply Z.mod_mul. lia.
Qed.

Theorem allocated_memory_is_the_space_doubled : Statements.allocated_memory_is_the_space_doubled E.
Proof. apply always_intro. intros o s ks K. apply (doubling _ _ (known_sane _ _ _ K)). Qed.

Theorem opened_cells_form_a_prefix : Statements.opened_cells_form_a_prefix E.
Proof.
  apply always_intro. intros o s ks K. pose proof (known_sane _ _ _ K) as S.
  destruct (sane_thirds s S) as (q & q1 & q2 & h2 & l1 & l2 & l3 & T).
  destruct (FreeLists.opened_cells_form_a_prefix quarters s S) as (A & B & C).
  rewrite (are _ _ _ _ _ _ _ _ T) in B, C. exists q1, q2, h2. split; [apply T|]. split; [exact A|]. split; [exact B|]. split.
  - apply (C 0%nat 1%nat); auto.
  - apply (C 1%nat 2%nat); auto.
Qed.

Theorem counts_agree : Statements.counts_agree E.
Proof. apply always_intro. intros o s ks K p. apply (Counts.counts_agree quarters), (known_sane _ _ _ K). Qed.

Theorem free_lists_stay_in_their_partition : Statements.free_lists_stay_in_their_partition E.
Proof. apply always_intro. intros o s ks K p i. apply (FreeLists.free_lists_stay_in_their_partition quarters), (known_sane _ _ _ K). Qed.

Theorem free_lists_are_acyclic : Statements.free_lists_are_acyclic E.
Proof. apply always_intro. intros o s ks K p. apply (FreeLists.free_lists_are_acyclic quarters), (known_sane _ _ _ K). Qed.

Theorem free_lists_are_complete : Statements.free_lists_are_complete E.
Proof. apply always_intro. intros o s ks K i next. apply (FreeLists.free_lists_are_complete quarters), (known_sane _ _ _ K). Qed.

Theorem free_lists_are_disjoint : Statements.free_lists_are_disjoint E.
Proof. apply always_intro. intros o s ks K m n p q i. apply (FreeLists.free_lists_are_disjoint quarters), (known_sane _ _ _ K). Qed.

Theorem live_ids_are_distinct : Statements.live_ids_are_distinct E.
Proof.
  apply always_intro. intros o s ks K k j [e F]%found_some [e' G]%found_some N Q. rewrite <- (its_options _ _ _ K).
  exact (Keys.live_ids_are_distinct quarters s ks k j e e' (known_sane _ _ _ K) (known_stamped _ _ _ K) F G N Q).
Qed.

Theorem live_key_resolves : Statements.live_key_resolves E.
Proof.
  apply always_intro. intros o s ks K op k.
  pose proof (Keys.live_key_resolves stable_list quarters stable_list_sound s op k (known_sane _ _ _ K) (known_packs _ _ _ K)) as H.
  destruct (step stable_list s op) as [after a]. cbn [fst snd] in H. unfold has in H.
  destruct (found after k), (found s k); intuition congruence.
Qed.

Theorem retired_key_never_resolves : Statements.retired_key_never_resolves E.
Proof.
  apply always_intro. intros o s ks K n k program G R.
  pose proof (fun e => Keys.retired_key_waits_whole_periods stable_list quarters stable_list_sound s ks program n k e
    (known_sane _ _ _ K) (known_stamped _ _ _ K) G R) as H.
  destruct (run stable_list s program) as [later answers]. cbn [fst snd] in H. intros Q.
  destruct (found later k) as [e|]; auto. exfalso. destruct (H e eq_refl) as (m & A & _ & p & t & P & T & M).
  rewrite (its_options _ _ _ K) in P. specialize (Q p P). apply Keys.given_length in A.
  pose proof (Stamps.period_positive o p) as X. rewrite <- (its_options _ _ _ K) in X, P.
  specialize (X (options_lawful _ _ (known_sane _ _ _ K)) P). nia.
Qed.

Theorem cascade_leaves_h2_live : Statements.cascade_leaves_h2_live E.
Proof.
  apply always_intro. intros o s ks K.
  destruct (sane_thirds s (known_sane _ _ _ K)) as (q & q1 & q2 & h2 & l1 & l2 & l3 & T).
  exists q1, q2, h2. split; [apply T|]. pose proof (is_settled _ _ _ K) as P. unfold settled in P.
  now rewrite (thirds_top _ _ _ _ _ _ _ _ T), (its_options _ _ _ K) in P.
Qed.

Theorem visits_never_exceed_removals : Statements.visits_never_exceed_removals E.
Proof.
  apply always_intro. intros o s ks K. pose proof (is_paid _ _ _ K) as P. unfold paid, unspent in P.
  destruct (partitions s) as [|? [|? [|? [|]]]]; lia.
Qed.

End Proved.

Print Assumptions partitions_tile_the_element_space.
Print Assumptions allocated_memory_is_the_space_doubled.
Print Assumptions opened_cells_form_a_prefix.
Print Assumptions counts_agree.
Print Assumptions free_lists_stay_in_their_partition.
Print Assumptions free_lists_are_acyclic.
Print Assumptions free_lists_are_complete.
Print Assumptions free_lists_are_disjoint.
Print Assumptions live_ids_are_distinct.
Print Assumptions live_key_resolves.
Print Assumptions retired_key_never_resolves.
Print Assumptions cascade_leaves_h2_live.
Print Assumptions visits_never_exceed_removals.
