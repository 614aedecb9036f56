(** One partition: its free list is acyclic, complete and within it, and its counts are right. *)
From Lists Require Export Chain.

Section Partition.
Context {E : Type}.
Implicit Types (c : cells E) (p : partition) (l : list Z).

(** Where a partition is. *)
Definition place p : Z * Z := (start p, size p).

(** The partition has the free list [l]. *)
Record threaded c p l : Prop := {
  begins : 0 <= start p;
  linked_up : chain c (head p) l;
  acyclic : NoDup l;
  exact : forall i, In i l <-> start p <= i < start p + opened p /\ vacant c i;
  counted : live p + Z.of_nat (length l) = opened p;
  bounded : 0 <= opened p <= size p;
  touched : forall i, start p <= i < start p + size p -> (get c i <> None <-> i < start p + opened p);
}.

(** That is the one which is found from its head. *)
Definition sound c p : Prop := threaded c p (free_list c p).

Lemma sound_counts {c p l} : threaded c p l -> 0 <= start p /\ 0 <= live p <= opened p /\ opened p <= size p.
Proof.
  intros [G _ N X C B _]. assert (incl l (positions (Z.to_nat (opened p)) (start p))) as S.
  { intros i [I _]%X. apply in_positions. lia. }
  apply NoDup_incl_length in S; auto. rewrite length_positions in S. lia.
Qed.

Lemma threaded_sound {c p} l : threaded c p l -> free_list c p = l /\ sound c p.
Proof.
  intros T. assert (free_list c p = l) as L; [|unfold sound; now rewrite L]. pose proof (sound_counts T).
  apply walk_chain; [apply T | pose proof (counted T); lia].
Qed.

Lemma sound_frame {c} c' {p} :
  (forall i, start p <= i < start p + size p -> get c' i = get c i) -> sound c p ->
  free_list c' p = free_list c p /\ sound c' p.
Proof.
  intros F [G L N X C B T]. apply threaded_sound. constructor; auto.
  - apply chain_frame with c; auto. intros i I. apply F. apply X in I. lia.
  - intros i. rewrite X. unfold vacant. split; intros [R V]; split; auto; [rewrite F | rewrite <- F]; auto; lia.
  - intros i I. rewrite F by auto. auto.
Qed.

(** A partition whose first [n] cells are live, and whose others are untouched. *)
Lemma sound_packed c a z n : 0 <= a -> 0 <= n <= z -> (forall i, a <= i < a + n -> inhabited c i) ->
  (forall i, a + n <= i < a + z -> get c i = None) -> sound c (Partition a z n n None).
Proof.
  intros A Z H U. eapply threaded_sound with []. constructor; cbn; auto using NoDup_nil; try lia.
  - intros i. split; [easy|]. intros [R V]. eauto using not_both.
  - intros i R. destruct (Z_lt_le_dec i (a + n)); [|rewrite U by lia; split; [congruence | lia]]. split; auto.
    intros _. apply inhabited_opened, H. lia.
Qed.

(** * What a change of one cell makes of a partition *)

Lemma sound_set {c} p l {i x p'} l' : threaded c p l -> start p <= i < start p + opened p' -> start p' = start p ->
  size p' = size p -> live p' + Z.of_nat (length l') = opened p' -> opened p' <= size p ->
  (opened p' = opened p \/ opened p' = opened p + 1 /\ i = start p + opened p) ->
  chain (set c i x) (head p') l' -> NoDup l' ->
  (forall j, In j l' <-> (i = j /\ exists next, x = Not next) \/ (i <> j /\ In j l)) -> sound (set c i x) p'.
Proof.
  intros [G L N X C B T] R As Zs Cs Bs Os L' N' I. eapply threaded_sound with l'.
  constructor; rewrite ?As, ?Zs; auto; try lia; intros j.
  - rewrite I, X. unfold vacant. rewrite get_set by lia. destruct (Z.eqb_spec i j) as [<- | D].
    + split; [intros [[_ [n ->]] | []]; [split; [lia | eauto] | easy] | intros [_ [n [= ->]]]; eauto].
    + split; [intros [[] | (_ & J & V)]; [easy | split; [lia | auto]] | intros [J V]; right; repeat split; auto; lia].
  - intros J. rewrite get_set by lia. destruct (Z.eqb_spec i j) as [<- | D]; [split; [lia | discriminate]|].
    rewrite T by lia. lia.
Qed.

(** An insertion takes its vacancy. *)
Lemma sound_filled {c p} e id : sound c p -> live p <> size p -> let i := vacancy p in
  sound (set c i (Has e id)) (filled c p) /\ start p <= i < start p + size p /\ ~ inhabited c i /\
  place (filled c p) = place p /\ live (filled c p) = live p + 1 /\
  (opened (filled c p) = opened p \/ (opened (filled c p) = opened p + 1 /\ live p = opened p)).
Proof.
  intros S R. revert S. unfold sound at 1. generalize (free_list c p) as l. intros l S.
  pose proof S as [G L N X C B T]. unfold vacancy, filled. destruct l as [|i l]; cbn in L.
  - rewrite L. cbn in *. split; [|repeat split; auto; try lia; intros H%inhabited_opened; apply T in H; lia].
    apply sound_set with p [] []; cbn; auto using NoDup_nil; try lia. intros j. split; [easy|].
    intros [[_ [n H]] | []]; easy.
  - destruct L as (-> & next & F & L). rewrite F. assert (In i (i :: l)) as I by now left. apply X in I as [I V].
    inversion N as [|? ? M N']; subst. cbn [start size live opened head length] in *.
    split; [|repeat split; eauto using not_both; lia].
    apply sound_set with p (i :: l) l; cbn; auto using chain_set; try lia. intros j.
    split; [right; split; auto; congruence | intros [[_ [n H]] | [D [H|H]]]; easy].
Qed.

(** A removal leaves a vacancy. *)
Lemma sound_emptied {c p i} : sound c p -> start p <= i < start p + size p -> inhabited c i ->
  sound (set c i (Not (head p))) (emptied p i).
Proof.
  intros S R H. pose proof S as [G L N X C B T]. assert (~ In i (free_list c p)) as M. { intros [_ V]%X.
  eauto using not_both. }
  assert (i < start p + opened p) as O by (apply T; auto using inhabited_opened).
  apply sound_set with p (free_list c p) (i :: free_list c p); cbn [emptied start size live opened head length];
    auto using NoDup_cons; try lia.
  - split; auto. exists (head p). rewrite get_set, Z.eqb_refl by lia. auto using chain_set.
  - intros j. cbn. destruct (Z.eq_dec i j) as [<- | D]; [|tauto]. split; [eauto | auto].
Qed.

End Partition.
