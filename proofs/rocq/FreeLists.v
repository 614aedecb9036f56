(** The free lists of a sane list, as the model itself walks them. *)
From Coq Require Import ZArith List Lia.
From Lists Require Import Parameters Cells Container Chain Partition Tiling Steps.
Import ListNotations.
Local Open Scope Z_scope.

Section FreeLists.
Context {E : Type} (g : geometry).
Implicit Types (s : state E) (p : partition).

Lemma tiled_nth (c : cells E) ps : forall a n p, tiled c a ps -> nth_error ps n = Some p ->
  exists l, sound c (start p) p l /\ a <= start p /\ stop p <= a + sum size ps.
Proof.
  intros a n p T. revert n. induction T as [|a q l ps S P T IH]; intros n N; [destruct n; discriminate|].
  pose proof (bounded _ _ _ _ S). pose proof (tiled_counts _ _ _ T). cbn [sum].
  destruct n as [|n]; cbn in N.
  - injection N as ->. destruct (begins _ _ _ _ S) as [<- _]. exists l. unfold stop. split; auto. lia.
  - destruct (IH n N) as (l' & S' & B). exists l'. split; auto. lia.
Qed.

Lemma tiled_order (c : cells E) ps : forall a m n p q, tiled c a ps ->
  nth_error ps m = Some p -> nth_error ps n = Some q -> (m < n)%nat -> stop p <= start q.
Proof.
  intros a m n p q T. revert m n. induction T as [|a r l ps S P T IH]; intros m n M N L; [destruct m; discriminate|].
  destruct n as [|n]; [lia|]. cbn in N. destruct m as [|m]; cbn in M.
  - injection M as ->. destruct (tiled_nth _ _ _ _ _ T N) as (l' & _ & B & _).
    destruct (begins _ _ _ _ S) as [<- _]. unfold stop. lia.
  - apply (IH m n); auto. lia.
Qed.

Lemma sane_partition s p : sane g s -> In p (partitions s) -> exists l, sound (contents s) (start p) p l.
Proof.
  intros S [n N]%In_nth_error. destruct (tiled_nth _ _ _ _ _ (tiles _ _ S) N) as (l & L & _). eauto.
Qed.

Theorem free_lists_stay_in_their_partition s p i : sane g s -> In p (partitions s) ->
  In i (free_list (contents s) p) -> start p <= i < stop p.
Proof.
  intros S P I. destruct (sane_partition s p S P) as [l L]. rewrite (sound_list _ _ _ _ L) in I.
  apply (exact _ _ _ _ L) in I. pose proof (bounded _ _ _ _ L). unfold stop. lia.
Qed.

(** Each entry once, all of them vacant; more fuel finds no more of them, so the list ends. *)
Theorem free_lists_are_acyclic s p : sane g s -> In p (partitions s) ->
  NoDup (free_list (contents s) p) /\
  (forall i, In i (free_list (contents s) p) -> exists next, get (contents s) i = Some (Not next)) /\
  forall more, walk (length (free_list (contents s) p) + more) (contents s) (head p) = free_list (contents s) p.
Proof.
  intros S P. destruct (sane_partition s p S P) as [l L]. rewrite (sound_list _ _ _ _ L).
  split; [apply L|]. split.
  - intros i I. apply (exact _ _ _ _ L) in I as [_ V]. exact V.
  - intros more. apply walk_chain; [apply L | lia].
Qed.

Theorem free_lists_are_complete s i next : sane g s -> get (contents s) i = Some (Not next) ->
  exists p, In p (partitions s) /\ In i (free_list (contents s) p).
Proof.
  intros S V. assert (0 <= i < 0 + space_of s) as R.
  { split; [|apply S; congruence]. destruct (Z_lt_le_dec i 0); auto. rewrite get_negative in V; easy. }
  destruct S as [T _ _ _ _]. unfold space_of in R. revert R.
  induction T as [|a p l ps S P T IH]; cbn [sum]; intros R; [lia|].
  destruct (Z_lt_le_dec i (a + size p)).
  - exists p. split; [now left|]. rewrite (sound_list _ _ _ _ S). apply (exact _ _ _ _ S).
    split; [|now exists next]. split; [lia|]. apply (touched _ _ _ _ S); [lia | congruence].
  - destruct IH as (q & Q & I); [lia|]. exists q. split; auto. now right.
Qed.

Theorem free_lists_are_disjoint s m n p q i : sane g s ->
  nth_error (partitions s) m = Some p -> nth_error (partitions s) n = Some q -> m <> n ->
  In i (free_list (contents s) p) -> ~ In i (free_list (contents s) q).
Proof.
  intros S M N D I J. apply free_lists_stay_in_their_partition in I, J; auto; eauto using nth_error_In.
  destruct (Nat.lt_gt_cases m n) as [[L|L] _]; auto.
  - pose proof (tiled_order _ _ _ _ _ _ _ (tiles _ _ S) M N L). lia.
  - pose proof (tiled_order _ _ _ _ _ _ _ (tiles _ _ S) N M L). lia.
Qed.

Lemma tiled_member_opened (c : cells E) a ps n q : tiled c a ps -> nth_error ps n = Some q -> opened q <= sum opened ps.
Proof.
  intros T. revert n. induction T as [|a p l ps S P T IH]; intros n N; [destruct n; discriminate|].
  pose proof (bounded _ _ _ _ S). pose proof (tiled_counts _ _ _ T). cbn [sum].
  destruct n as [|n]; cbn in N; [injection N as N; subst; lia | specialize (IH n N); lia].
Qed.

Lemma tiled_prefix (c : cells E) a ps m n p q : tiled c a ps -> (m < n)%nat ->
  nth_error ps m = Some p -> nth_error ps n = Some q -> 0 < opened q -> opened p = size p.
Proof.
  intros T. revert m n. induction T as [|a r l ps S P T IH]; intros m n L M N O; [destruct m; discriminate|].
  destruct n as [|n]; [lia|]. cbn in N. destruct m as [|m]; cbn in M.
  - injection M as ->. apply P. pose proof (tiled_member_opened _ _ _ _ _ T N). lia.
  - apply (IH m n); auto. lia.
Qed.

(** No partition is opened before those in front of it are opened to their end. *)
Theorem opened_cells_form_a_prefix s : sane g s ->
  (forall i, get (contents s) i <> None <-> 0 <= i < opened_of s) /\
  (forall p, In p (partitions s) -> 0 <= live p <= opened p /\ opened p <= size p) /\
  forall m n p q, (m < n)%nat -> nth_error (partitions s) m = Some p -> nth_error (partitions s) n = Some q ->
    0 < opened q -> opened p = size p.
Proof.
  intros S. split; [intros i; eapply sane_touched; eauto|]. split.
  - intros p P. destruct (sane_partition s p S P) as [l L]. pose proof (sound_counts _ _ _ _ L).
    pose proof (bounded _ _ _ _ L). lia.
  - intros m n p q. apply (tiled_prefix _ _ _ m n p q (tiles _ _ S)).
Qed.

End FreeLists.
