(** Partitions of a sane list, one by one. *)
From Lists Require Export Steps.

Section FreeLists.
Context {E : Type} {g : geometry}.
Implicit Types (s : state E) (p : partition).

Lemma tiled_nth (c : cells E) ps : forall a n p, tiled c a ps -> nth_error ps n = Some p ->
  exists l, sound c (start p) p l /\ a <= start p /\ stop p <= a + sum size ps.
Proof.
  intros a n p T. revert n. induction T as [|a q l ps S P T IH]; intros n N; [destruct n; discriminate|].
  pose proof (bounded S). pose proof (tiled_counts T). cbn [sum]. destruct n as [|n]; cbn in N.
  - injection N as ->. destruct (begins S) as [<- _]. exists l. unfold stop. split; auto. lia.
  - destruct (IH n N) as (l' & S' & B). exists l'. split; auto. lia.
Qed.

Lemma tiled_order (c : cells E) ps : forall a m n p q, tiled c a ps ->
  nth_error ps m = Some p -> nth_error ps n = Some q -> (m < n)%nat -> stop p <= start q.
Proof.
  intros a m n p q T. revert m n. induction T as [|a r l ps S P T IH]; intros m n M N L; [destruct m; discriminate|].
  destruct n as [|n]; [lia|]. cbn in N. destruct m as [|m]; cbn in M.
  - injection M as ->. destruct (tiled_nth _ T N) as (l' & _ & B & _). destruct (begins S) as [<- _]. unfold stop.
    lia.
  - apply (IH m n); auto. lia.
Qed.

Lemma sane_partition s p : sane g s -> In p (partitions s) -> exists l, sound (contents s) (start p) p l.
Proof. intros S [n N]%In_nth_error. destruct (tiled_nth _ (tiles S) N) as (l & L & _). eauto. Qed.

Lemma tiled_member_opened (c : cells E) a ps n q : tiled c a ps -> nth_error ps n = Some q -> opened q <= sum opened ps.
Proof.
  intros T. revert n. induction T as [|a p l ps S P T IH]; intros n N; [destruct n; discriminate|].
  pose proof (bounded S). pose proof (tiled_counts T). cbn [sum].
  destruct n as [|n]; cbn in N; [injection N as N; subst; lia | specialize (IH n N); lia].
Qed.

Lemma tiled_prefix (c : cells E) a ps m n p q : tiled c a ps -> (m < n)%nat ->
  nth_error ps m = Some p -> nth_error ps n = Some q -> 0 < opened q -> opened p = size p.
Proof.
  intros T. revert m n. induction T as [|a r l ps S P T IH]; intros m n L M N O; [destruct m; discriminate|].
  destruct n as [|n]; [lia|]. cbn in N. destruct m as [|m]; cbn in M.
  - injection M as ->. apply P. pose proof (tiled_member_opened _ T N). lia.
  - apply (IH m n); auto. lia.
Qed.

End FreeLists.
