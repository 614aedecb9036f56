(** Partitions one after the other, each sound, and opened only after those before it are opened to their end. *)
From Lists Require Export Partition Contract.

(** The fields of a state that was changed by a function of the model. *)
Ltac fields := cbn [options allocated next_id contents partitions spent visits moved dropped iterated removals
  with_cost with_contents iteration replaced reallocated vacated visiting moving dropping iterating removing
  fst snd length].

Section Tiling.
Context {E : Type}.
Implicit Types (c : cells E) (p : partition) (ps : list partition).

Inductive tiled c : Z -> list partition -> Prop :=
| no_partition a : tiled c a []
| one_more a p l ps : sound c a p l -> (0 < sum opened ps -> opened p = size p) ->
    tiled c (a + size p) ps -> tiled c a (p :: ps).

Lemma tiled_counts c a ps : tiled c a ps -> 0 <= sum live ps <= sum opened ps /\ sum opened ps <= sum size ps.
Proof. induction 1 as [|a p l ps S P T IH]; cbn; [lia|]. pose proof (sound_counts S). destruct (bounded S). lia. Qed.

Lemma tiled_frame c c' a ps :
  (forall i, a <= i < a + sum size ps -> get c' i = get c i) -> tiled c a ps -> tiled c' a ps.
Proof.
  intros F T. induction T as [|a p l ps S P T IH]; [constructor|]. cbn in F. pose proof (bounded S).
  pose proof (tiled_counts T). apply one_more with l; auto.
  - apply (sound_frame (c := c)); auto. intros i I. apply F. lia.
  - apply IH. intros i I. apply F. lia.
Qed.

(** Only the links of vacant cells matter, and which cells are opened. *)
Definition same_vacancies c c' : Prop :=
  forall i, (get c' i = None <-> get c i = None) /\ forall next,
    get c' i = Some (Not next) <-> get c i = Some (Not next).

Lemma tiled_same_vacancies c c' a ps : same_vacancies c c' -> tiled c a ps -> tiled c' a ps.
Proof.
  intros V T.
  assert (forall i, vacant c' i <-> vacant c i) as W by (intros i; split; intros [n H]; exists n; now apply V).
  induction T as [|a p l ps S P T IH]; [constructor|]. apply one_more with l; auto. destruct S as [G L N X C B U].
  constructor; auto.
  - clear -L V. revert L. generalize (head p). induction l as [|i l IH]; cbn; auto. intros h (-> & next & F & R).
    split; auto. exists next. split; auto. now apply V.
  - intros i. now rewrite W, X.
  - intros i I. rewrite <- U by auto. destruct (V i) as [O _]. tauto.
Qed.

(** The opened cells are a prefix of the space. *)
Lemma tiled_touched c a ps i : tiled c a ps -> a <= i < a + sum size ps -> (get c i <> None <-> i < a + sum opened ps).
Proof.
  intros T. induction T as [|a p l ps S P T IH]; cbn; intros R; [lia|]. pose proof (bounded S).
  pose proof (tiled_counts T). destruct (Z_lt_le_dec i (a + size p)).
  - rewrite (touched S) by lia. lia.
  - rewrite IH by lia. lia.
Qed.

Lemma tiled_untouched a ps : tiled none a ps -> sum opened ps = 0.
Proof.
  intros T. pose proof (tiled_counts T). destruct (Z.eq_dec (sum opened ps) 0) as [|N]; auto.
  destruct (proj2 (tiled_touched (i := a) T ltac:(lia)) ltac:(lia)). apply get_none.
Qed.

(** * A list of partitions in two parts, or with one of them between the others *)

Lemma sum_app f ps qs : sum f (ps ++ qs) = sum f ps + sum f qs.
Proof. induction ps as [|p ps IH]; cbn [app sum]; lia. Qed.

Lemma sum_sizes ps ps' : map size ps' = map size ps -> sum size ps' = sum size ps.
Proof.
  enough (forall l, sum size l = fold_right Z.add 0 (map size l)) as F by (intros H; now rewrite !F, H).
  induction l; cbn; congruence.
Qed.

Lemma tiled_app c qs : forall ps a, tiled c a (ps ++ qs) <->
  tiled c a ps /\ tiled c (a + sum size ps) qs /\ (0 < sum opened qs -> sum opened ps = sum size ps).
Proof.
  induction ps as [|p ps IH]; intros a; cbn [app sum].
  - rewrite Z.add_0_r. repeat split; try tauto. constructor.
  - rewrite Z.add_assoc. split.
    + intros T. inversion T as [|? ? l ? S P T']; subst. rewrite sum_app in P. apply IH in T' as (A & B & C).
      pose proof (tiled_counts A). pose proof (tiled_counts B). pose proof (bounded S).
      repeat split; auto; [apply one_more with l; auto|]; lia.
    + intros (T & B & C). inversion T as [|? ? l ? S P A]; subst. pose proof (tiled_counts A). pose proof (bounded S).
      pose proof (tiled_counts B). apply one_more with l; auto; [rewrite sum_app; lia|]. apply IH. repeat split; auto.
      lia.
Qed.

Lemma tiled_split c a front p back : tiled c a (front ++ p :: back) <-> tiled c a front /\
  (exists l, sound c (a + sum size front) p l) /\ tiled c (a + sum size front + size p) back /\
  (0 < opened p + sum opened back -> sum opened front = sum size front) /\ (0 < sum opened back -> opened p = size p).
Proof.
  rewrite tiled_app. cbn [sum]. split.
  - intros (A & T & B). inversion T; subst. eauto 10.
  - intros (A & [l S] & T & B & P). repeat split; auto. now apply one_more with l.
Qed.

(** The n-th partition. *)
Lemma tiled_nth c a ps n p : tiled c a ps -> nth_error ps n = Some p ->
  exists l, sound c (start p) p l /\ a <= start p /\ stop p <= a + sum size ps /\ opened p <= sum opened ps.
Proof.
  intros T (front & back & -> & _)%nth_error_split. apply tiled_split in T as (A & [l S] & B & _).
  pose proof (tiled_counts A). pose proof (tiled_counts B). pose proof (bounded S). destruct (begins S) as [G _].
  exists l. rewrite G, !sum_app. unfold stop. cbn [sum]. split; [exact S | lia].
Qed.

Lemma tiled_pair c a ps : forall m n p q, tiled c a ps -> nth_error ps m = Some p -> nth_error ps n = Some q ->
  (m < n)%nat -> stop p <= start q /\ (0 < opened q -> opened p = size p).
Proof.
  intros m n p q T M N L. apply nth_error_split in M as (front & back & -> & <-).
  apply tiled_split in T as (_ & [l S] & B & _ & P). destruct (begins S) as [G _]. rewrite nth_error_app2 in N by lia.
  destruct (n - length front)%nat as [|k] eqn:K; [lia|]. destruct (tiled_nth _ B N) as (l' & S' & R & _ & O).
  unfold stop. pose proof (tiled_counts B). split; [lia|]. intros; apply P; lia.
Qed.

Lemma tiled_all_full c a ps p : tiled c a ps -> sum live ps = sum size ps -> In p ps -> live p = size p.
Proof.
  intros T F (front & back & ->)%in_split. apply tiled_split in T as (A & [l S] & B & _). rewrite !sum_app in F.
  cbn [sum] in F. pose proof (tiled_counts A). pose proof (tiled_counts B). pose proof (sound_counts S). lia.
Qed.

(** * Insertion *)

Lemma taken_none c ps : taken c ps = None -> forall p, In p ps -> live p = size p.
Proof.
  induction ps as [|q ps IH]; [easy|]. cbn [taken]. unfold full.
  destruct (Z.eqb_spec (live q) (size q)); [|discriminate]. destruct (taken c ps) as [[i ps']|]; [discriminate|].
  intros _ p [<- | I]; auto.
Qed.

(** The partitions before the one that takes the element are full. *)
Lemma taken_splits c ps : forall i ps', taken c ps = Some (i, ps') -> exists front p back, ps = front ++ p :: back /\
  (forall q, In q front -> live q = size q) /\ live p <> size p /\ i = vacancy p /\ ps' = front ++ filled c p :: back.
Proof.
  induction ps as [|p ps IH]; intros i ps'; cbn [taken]; [discriminate|]. unfold full.
  destruct (Z.eqb_spec (live p) (size p)) as [F|F].
  - destruct (taken c ps) as [[j rest]|]; [|discriminate]. intros [= -> <-].
    destruct (IH i rest eq_refl) as (front & q & back & -> & Fr & N & -> & ->). exists (p :: front), q, back.
    repeat split; auto. intros r [<- | R]; auto.
  - intros [= <- <-]. exists [], p, ps. repeat split; auto. easy.
Qed.

Lemma sum_full ps : (forall p, In p ps -> live p = size p) -> sum live ps = sum size ps.
Proof. intros H. induction ps as [|p ps IH]; cbn; auto. rewrite IH, H by auto with datatypes. reflexivity. Qed.

Lemma taken_some c a ps i ps' e id : tiled c a ps -> taken c ps = Some (i, ps') ->
  tiled (set c i (Has e id)) a ps' /\ a <= i < a + sum size ps /\ ~ inhabited c i /\
  map start ps' = map start ps /\ map size ps' = map size ps /\ sum live ps' = sum live ps + 1 /\
  (sum opened ps' = sum opened ps \/ (sum opened ps' = sum opened ps + 1 /\ sum live ps = sum opened ps)).
Proof.
  intros T (front & p & back & -> & F & N & -> & ->)%taken_splits. apply sum_full in F.
  apply tiled_split in T as (A & [l S] & B & P & Q).
  destruct (sound_filled e id S N) as (S' & R & U & Es & Ez & El & Eo). pose proof (tiled_counts A).
  pose proof (tiled_counts B). pose proof (bounded S). pose proof (sound_counts S). rewrite !map_app, !sum_app.
  cbn [map sum]. rewrite Es, Ez, El. repeat split; auto; try lia. apply tiled_split. rewrite Ez.
  repeat split; auto; try lia.
  all: apply (tiled_frame (c := c)); auto; intros j J; apply get_set_other; lia.
Qed.

(** * Removal *)

Lemma released_splits c a ps i : tiled c a ps -> a <= i < a + sum size ps -> exists front p back,
  ps = front ++ p :: back /\ partition_of ps i = p /\ released ps i = front ++ emptied p i :: back /\
  start p <= i < stop p.
Proof.
  intros T. induction T as [|a p l ps S P T IH]; cbn; intros R; [lia|]. destruct (begins S) as [G _].
  destruct (Z.ltb_spec i (stop p)) as [I|I]; unfold stop in I.
  - exists [], p, ps. unfold stop. repeat split; auto. lia.
  - destruct IH as (front & q & back & -> & -> & -> & B); [lia|]. now exists (p :: front), q, back.
Qed.

Lemma tiled_released c a ps i : tiled c a ps -> a <= i < a + sum size ps -> inhabited c i ->
  tiled (set c i (Not (head (partition_of ps i)))) a (released ps i) /\
  map start (released ps i) = map start ps /\ map size (released ps i) = map size ps /\
  sum live (released ps i) = sum live ps - 1 /\ sum opened (released ps i) = sum opened ps.
Proof.
  intros T R H. destruct (released_splits T R) as (front & p & back & -> & -> & -> & I).
  apply tiled_split in T as (A & [l S] & B & P & Q). destruct (begins S) as [G _]. unfold stop in I.
  assert (sound (set c i (Not (head p))) (a + sum size front) (emptied p i) (i :: l)) as S'.
  { apply sound_emptied; auto. lia. }
  rewrite !map_app, !sum_app. cbn [map sum emptied start size live opened]. repeat split; auto; try lia.
  apply tiled_split. cbn [emptied opened size]. pose proof (tiled_counts A). pose proof (tiled_counts B).
  repeat split; eauto; apply (tiled_frame (c := c)); auto; intros j J; apply get_set_other; lia.
Qed.

End Tiling.
