(** The main theorems, proved: the statements are those of [Statements]. *)
From Coq Require Import ZArith List Lia.
From Lists Require Import Parameters Cells Container Contract Chain Partition Tiling Steps Lengths.
From Lists Require Theorems.
From Lists.StableList Require Import Model Halving Invariant Cascade Visits.
From Lists.StableList Require Statements.
Import ListNotations.
Local Open Scope Z_scope.

Section Proved.
Context {E : Type}.
Implicit Types (s : state E) (ks : list key).

Notation shared theorem := (theorem stable_list quarters stable_list_sound stable_list_bounded).

Theorem partitions_tile_the_element_space : Statements.partitions_tile_the_element_space E.
Proof.
  apply (shared Theorems.always_known). intros o s ks K. pose proof (Theorems.known_sane _ _ _ _ K) as S.
  destruct (sane_thirds s S) as (q & q1 & q2 & h2 & l1 & l2 & l3 & T).
  pose proof (allocated_space stable_list quarters stable_list_sound s S) as A.
  cbv zeta. rewrite (has_space _ _ _ _ _ _ _ _ T) in *. destruct (divided q) as [-> ->].
  rewrite (are _ _ _ _ _ _ _ _ T). cbn [map].
  destruct (sizes _ _ _ _ _ _ _ _ T) as (-> & -> & ->).
  destruct (begins _ _ _ _ (in_q1 _ _ _ _ _ _ _ _ T)) as [-> _], (begins _ _ _ _ (in_q2 _ _ _ _ _ _ _ _ T)) as [-> _],
    (begins _ _ _ _ (in_h2 _ _ _ _ _ _ _ _ T)) as [-> _].
  pose proof (lawful_space _ _ _ _ _ _ _ _ T) as L. rewrite (Theorems.its_options _ _ _ _ K) in L.
  repeat split; auto. rewrite Z.mul_comm. apply Z.mod_mul. lia.
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

Theorem cascade_leaves_h2_live : Statements.cascade_leaves_h2_live E.
Proof.
  intros o program L.
  pose proof (shared Theorems.always_kept settled (fun o _ => initial_settled o) move_settled o program L) as K.
  destruct (run stable_list (initial stable_list o) program) as [s answers]. destruct K as [K P].
  destruct (sane_thirds s (Theorems.known_sane _ _ _ _ K)) as (q & q1 & q2 & h2 & l1 & l2 & l3 & T).
  exists q1, q2, h2. split; [apply T|]. unfold settled in P.
  now rewrite (thirds_top _ _ _ _ _ _ _ _ T), (Theorems.its_options _ _ _ _ K) in P.
Qed.

Theorem visits_never_exceed_removals : Statements.visits_never_exceed_removals E.
Proof.
  intros o program L.
  assert (forall o, lawful o = true -> paid (initial (E := E) stable_list o)) as I by (intros; unfold paid; cbn; lia).
  pose proof (shared Theorems.always_kept paid I move_paid o program L) as K.
  destruct (run stable_list (initial stable_list o) program) as [s answers]. destruct K as [_ P].
  unfold paid, unspent in P. destruct (partitions s) as [|? [|? [|? [|]]]]; lia.
Qed.

End Proved.

Check @partitions_tile_the_element_space. Print Assumptions partitions_tile_the_element_space.
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
Check @cascade_leaves_h2_live. Print Assumptions cascade_leaves_h2_live.
Check @visits_never_exceed_removals. Print Assumptions visits_never_exceed_removals.
