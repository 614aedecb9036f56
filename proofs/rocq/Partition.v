(** One partition: its free list is acyclic, complete and within it, and its counts are right. *)
From Lists Require Export Chain.

Section Partition.
Context {E : Type}.
Implicit Types (c : cells E) (p : partition) (l : list Z).

(** The partition that starts at [a] has the free list [l]. *)
Record sound c (a : Z) p l : Prop := {
  begins : start p = a /\ 0 <= a;
  linked_up : chain c (head p) l;
  acyclic : NoDup l;
  exact : forall i, In i l <-> a <= i < a + opened p /\ vacant c i;
  counted : live p + Z.of_nat (length l) = opened p;
  bounded : 0 <= opened p <= size p;
  touched : forall i, a <= i < a + size p -> (get c i <> None <-> i < a + opened p);
}.

Lemma few c a n l : 0 <= n -> NoDup l -> (forall i, In i l -> a <= i < a + n) -> Z.of_nat (length l) <= n.
Proof.
  intros P N I. assert (incl l (positions (Z.to_nat n) a)) as S.
  { intros i J. apply in_positions. rewrite Z2Nat.id by lia. auto. }
  apply NoDup_incl_length in S; auto. rewrite length_positions in S. lia.
Qed.

Lemma sound_counts c a p l : sound c a p l -> 0 <= live p <= opened p /\ opened p <= size p.
Proof.
  intros [_ _ N X C B _]. enough (Z.of_nat (length l) <= opened p) by lia. apply (few c (a := a)); auto; [lia|].
  intros i I. now apply X in I.
Qed.

Lemma sound_list c a p l : sound c a p l -> free_list c p = l.
Proof. intros S. pose proof (sound_counts S). destruct S as [_ L _ _ C B _]. apply walk_chain; auto. lia. Qed.

Lemma sound_frame c c' a p l :
  (forall i, a <= i < a + size p -> get c' i = get c i) -> sound c a p l -> sound c' a p l.
Proof.
  intros F [G L N X C B T]. constructor; auto.
  - apply chain_frame with c; auto. intros i I. apply F. apply X in I. lia.
  - intros i. rewrite X. split; intros [R V]; split; auto; apply (vacant_same c c'); auto; apply F; lia.
  - intros i I. rewrite F by auto. auto.
Qed.

(** A partition that is full is opened to its end, and its cells are all live. *)
Lemma sound_full c a p l : sound c a p l -> live p = size p -> opened p = size p /\ l = [].
Proof.
  intros S F. pose proof (sound_counts S). destruct S as [_ _ _ _ C B _]. split; [lia|]. destruct l; auto. cbn in C.
  lia.
Qed.

(** Without a live cell, every opened one is vacant. *)
Lemma sound_idle c a p l i : sound c a p l -> live p = 0 -> a <= i < a + size p -> ~ inhabited c i.
Proof.
  intros [G L N X C B T] Z0 R H. assert (i < a + opened p) as O by (apply T; auto using inhabited_opened).
  assert (incl (positions (Z.to_nat (opened p)) a) l) as W.
  { apply NoDup_length_incl; auto; [rewrite length_positions; lia|]. intros j J. apply X in J. apply in_positions.
    lia. }
  assert (In i l) as I by (apply W, in_positions; lia). apply X in I as [_ V]. eauto using not_both.
Qed.

Lemma sound_untouched c a z :
  0 <= a -> 0 <= z -> (forall i, a <= i < a + z -> get c i = None) -> sound c a (empty a z) [].
Proof.
  intros A Z U. constructor; cbn; auto using NoDup_nil; try lia. intros i R. rewrite U by auto.
  split; [congruence | lia].
Qed.

(** * An insertion takes its vacancy *)

Lemma sound_filled c a p l e id : sound c a p l -> live p < size p ->
  let i := vacancy p in
  (exists l', sound (set c i (Has e id)) a (filled c p) l') /\
  a <= i < a + size p /\ ~ inhabited c i /\ start (filled c p) = start p /\ size (filled c p) = size p /\
  live (filled c p) = live p + 1 /\
  (opened (filled c p) = opened p \/ (opened (filled c p) = opened p + 1 /\ live p = opened p)).
Proof.
  intros S R. pose proof (sound_counts S) as K. destruct S as [G L N X C B T]. unfold vacancy, filled.
  destruct l as [|i l]; cbn in L.
  - rewrite L. cbn in C. destruct G as [<- G]. cbn. assert (~ inhabited c (start p + opened p)) as U.
    { intros H%inhabited_opened. apply T in H; lia. }
    repeat split; auto; try lia. exists []. constructor; cbn; auto using NoDup_nil; try lia.
    + intros i. split; [easy|]. intros [I V]. destruct (Z.eq_dec (start p + opened p) i) as [<- | D].
      * destruct V as [n V]. rewrite get_set_same in V by lia. discriminate.
      * apply (X i). split; [lia|]. revert V. apply vacant_same. symmetry. now apply get_set_other.
    + intros i I. destruct (Z.eq_dec (start p + opened p) i) as [<- | D].
      * rewrite get_set_same by lia. split; [lia | discriminate].
      * rewrite get_set_other, T by auto. lia.
  - destruct L as (-> & next & F & L). rewrite F. assert (In i (i :: l)) as I by now left. apply X in I as [I V].
    inversion N as [|? ? M N']; subst. cbn [start size live opened head]. repeat split; auto; try lia.
    2: { intros H. eauto using not_both. }
    exists l. constructor; cbn [start size live opened head]; auto; try lia.
    + apply chain_frame with c; auto. intros j J. apply get_set_other. congruence.
    + intros j. destruct (Z.eq_dec i j) as [<- | D].
      * split; [tauto|]. intros [_ [n W]]. rewrite get_set_same in W by lia. discriminate.
      * rewrite (vacant_same c) by now apply get_set_other. rewrite <- X. cbn. intuition congruence.
    + cbn in C. lia.
    + intros j J. destruct (Z.eq_dec i j) as [<- | D].
      * rewrite get_set_same by lia. split; [lia | discriminate].
      * rewrite get_set_other by auto. auto.
Qed.

(** * A removal leaves a vacancy *)

Lemma sound_emptied c a p l i : sound c a p l -> a <= i < a + size p -> inhabited c i ->
  sound (set c i (Not (head p))) a (emptied p i) (i :: l) /\ 0 < live p.
Proof.
  intros S R H. assert (live p <> 0) as P by (intros Z; eapply sound_idle; eauto). pose proof (sound_counts S) as K.
  destruct S as [G L N X C B T]. assert (~ In i l) as M. { intros [_ V]%X. eauto using not_both. }
  assert (i < a + opened p) as O by (apply T; auto using inhabited_opened). split; [|lia].
  constructor; cbn [emptied start size live opened head]; auto; try lia.
  - split; auto. exists (head p). rewrite get_set_same by lia. split; auto. apply chain_frame with c; auto.
    intros j J. apply get_set_other. congruence.
  - now constructor.
  - intros j. destruct (Z.eq_dec i j) as [<- | D].
    + split; [|now left]. intros _. split; [lia|]. exists (head p). apply get_set_same. lia.
    + rewrite (vacant_same c) by now apply get_set_other. rewrite <- X. cbn. intuition congruence.
  - cbn [length]. lia.
  - intros j J. destruct (Z.eq_dec i j) as [<- | D].
    + rewrite get_set_same by lia. split; [lia | discriminate].
    + rewrite get_set_other by auto. auto.
Qed.

(** Whatever list of the vacant cells a partition is given, in whatever order, it is its free list. *)
Lemma sound_with_free c a z o l : 0 <= a -> NoDup l -> 0 <= o <= z ->
  chain c (hd_error l) l -> (forall i, In i l <-> a <= i < a + o /\ vacant c i) ->
  (forall i, a <= i < a + z -> (get c i <> None <-> i < a + o)) -> sound c a (with_free a z o l) l.
Proof. intros. constructor; cbn; auto. lia. Qed.

End Partition.
