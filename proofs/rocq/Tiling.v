(** Partitions one after the other, each sound, and opened only after those before it are opened to their end. *)
From Lists Require Export Partition Container.

(** The fields of a state that was changed by a function of the model. *)
Ltac fields := cbn [options allocated next_id contents partitions spent visits moved dropped iterated removals
  with_cost with_contents iteration replaced reallocated visiting moving dropping iterating removing fst snd length].

Section Tiling.
Context {E : Type}.
Implicit Types (c : cells E) (ps : list partition).

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

(** * Insertion *)

Lemma full_spec p : full p = true <-> live p = size p.
Proof. unfold full. apply Z.eqb_eq. Qed.

Lemma taken_none c a ps : tiled c a ps -> taken c ps = None -> sum live ps = sum size ps.
Proof.
  intros T. induction T as [|a p l ps S P T IH]; cbn; auto. destruct (full p) eqn:F; [|discriminate].
  apply full_spec in F. destruct (taken c ps) as [[i ps']|]; [discriminate|]. intros _. rewrite F, IH; auto.
Qed.

Lemma taken_some c a ps i ps' e id : tiled c a ps -> taken c ps = Some (i, ps') ->
  tiled (set c i (Has e id)) a ps' /\ a <= i < a + sum size ps /\ ~ inhabited c i /\
  map start ps' = map start ps /\ map size ps' = map size ps /\ sum live ps' = sum live ps + 1 /\
  (sum opened ps' = sum opened ps \/ (sum opened ps' = sum opened ps + 1 /\ sum live ps = sum opened ps)).
Proof.
  intros T. revert i ps'. induction T as [|a p l ps S P T IH]; cbn; [discriminate|]. intros i ps'.
  pose proof (tiled_counts T) as K. pose proof (bounded S) as B. pose proof (sound_counts S) as L.
  destruct (full p) eqn:F.
  - apply full_spec in F. destruct (sound_full S F) as [O _]. destruct (taken c ps) as [[j rest]|]; [|discriminate].
    intros [= -> <-]. destruct (IH i rest eq_refl) as (T' & R & U & Es & Ez & El & Eo). cbn. rewrite Es, Ez.
    repeat split; auto; try lia. apply one_more with l; auto. apply (sound_frame (c := c)); auto. intros j J.
    apply get_set_other. lia.
  - intros [= <- <-]. assert (live p < size p) as R.
    { assert (live p <> size p) by (rewrite <- full_spec; congruence). lia. }
    destruct (sound_filled e id S R) as ([l' S'] & I & U & Es & Ez & El & Eo). cbn. rewrite Es, Ez, El.
    pose proof (bounded S'). repeat split; auto; try lia. apply one_more with l'; rewrite ?Ez; auto; [lia|].
    apply (tiled_frame (c := c)); auto. intros j J. apply get_set_other. lia.
Qed.

(** * Removal *)

Lemma tiled_released c a ps i : tiled c a ps -> a <= i < a + sum size ps -> inhabited c i ->
  tiled (set c i (Not (head (partition_of ps i)))) a (released ps i) /\
  map start (released ps i) = map start ps /\ map size (released ps i) = map size ps /\
  sum live (released ps i) = sum live ps - 1 /\ sum opened (released ps i) = sum opened ps.
Proof.
  intros T. induction T as [|a p l ps S P T IH]; cbn; intros R H; [lia|]. pose proof (tiled_counts T) as K.
  pose proof (bounded S) as B. pose proof (begins S) as [G _].
  destruct (Z.ltb_spec i (stop p)) as [I|I]; unfold stop in I.
  - destruct (sound_emptied (i := i) S ltac:(lia) H) as [S' _]. cbn. repeat split; auto; try lia.
    apply one_more with (i :: l); auto. cbn [emptied size]. apply (tiled_frame (c := c)); auto. intros j J.
    apply get_set_other. lia.
  - destruct (IH ltac:(lia) H) as (T' & Es & Ez & El & Eo). cbn. rewrite Es, Ez, El, Eo. repeat split; auto; try lia.
    apply one_more with l; rewrite ?Eo; auto. apply (sound_frame (c := c)); auto. intros j J. apply get_set_other.
    lia.
Qed.

(** * What else depends on a list of partitions *)

Lemma sum_sizes ps ps' : map size ps' = map size ps -> sum size ps' = sum size ps.
Proof.
  enough (forall l, sum size l = fold_right Z.add 0 (map size l)) as F by (intros H; now rewrite !F, H).
  induction l; cbn; congruence.
Qed.

(** Without a cell that is live, the count of a list of partitions is 0, and the other way round. *)
Lemma tiled_idle c a ps i : tiled c a ps -> sum live ps = 0 -> a <= i < a + sum size ps -> ~ inhabited c i.
Proof.
  intros T. induction T as [|a p l ps S P T IH]; cbn; intros Z0 R; [lia|]. pose proof (tiled_counts T).
  pose proof (sound_counts S). destruct (Z_lt_le_dec i (a + size p)); [|apply IH; lia]. eapply sound_idle; eauto; lia.
Qed.

(** If no opened cell is vacant, all are live. *)
Lemma tiled_full c a ps i : tiled c a ps -> sum live ps = sum opened ps -> a <= i < a + sum opened ps -> inhabited c i.
Proof.
  intros T. induction T as [|a p l ps S P T IH]; cbn; intros F R; [lia|]. pose proof (tiled_counts T).
  pose proof (sound_counts S). pose proof (counted S). destruct (Z_lt_le_dec i (a + size p)); [|apply IH; lia].
  assert (i < a + opened p) as I by lia. destruct (vacant_or_inhabited c i); auto; [apply (touched S); lia|].
  assert (In i l) as J by (apply (exact S); split; auto; lia). destruct l; [easy | cbn [length] in *; lia].
Qed.

(** A list of partitions without room has only full ones. *)
Lemma tiled_all_full c a ps p : tiled c a ps -> sum live ps = sum size ps -> In p ps -> live p = size p.
Proof.
  intros T. induction T as [|a r l ps S P T IH]; cbn [sum]; intros F; [easy|]. pose proof (tiled_counts T).
  pose proof (sound_counts S). intros [<- | I]; [lia|]. apply IH; auto. lia.
Qed.

End Tiling.
