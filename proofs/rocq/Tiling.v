(** Partitions one after the other, each sound, and opened only after those before it are opened to their end. *)
From Lists Require Export Partition Contract.

(** The fields of a state that was changed by a function of the model. *)
Ltac fields := cbn [options allocated next_id contents partitions spent visits moved dropped iterated removals
  with_cost with_contents iteration replaced reallocated vacated visiting moving dropping iterating removing
  fst snd length].

(** What follows from a fact is noted, if it is not known. *)
Ltac note fact := let said := type of fact in lazymatch goal with _ : said |- _ => fail | _ => pose proof fact end.

Fixpoint tiled {E} (c : cells E) (a : Z) (ps : list partition) : Prop :=
  match ps with
  | [] => True
  | p :: rest => (start p = a /\ sound c p) /\ (0 < sum opened rest -> opened p = size p) /\ tiled c (a + size p) rest
  end.

Lemma tiled_counts {E} {c : cells E} {a ps} : tiled c a ps ->
  0 <= sum live ps <= sum opened ps /\ sum opened ps <= sum size ps.
Proof.
  revert a. induction ps as [|p ps IH]; cbn; intros a; [lia|]. intros ([_ S%sound_counts] & _ & T%IH). lia.
Qed.

(** Arithmetic with what is known of the numbers of partitions. *)
Ltac tally := repeat match goal with
  | S : sound _ _ |- _ => note (sound_counts S)
  | T : tiled _ _ _ |- _ => note (tiled_counts T)
  end; lia.

Section Tiling.
Context {E : Type}.
Implicit Types (c : cells E) (p : partition) (ps : list partition).

Lemma tiled_frame {c} c' {a ps} :
  (forall i, a <= i < a + sum size ps -> get c' i = get c i) -> tiled c a ps -> tiled c' a ps.
Proof.
  revert a. induction ps as [|p ps IH]; cbn; auto. intros a F ((<- & S) & P & T). split; [split|split]; auto.
  - apply (sound_frame (c := c)); auto. intros i I. apply F. tally.
  - apply IH; auto. intros i I. apply F. tally.
Qed.

(** Only the links of vacant cells matter, and which cells are opened. *)
Definition same_vacancies c c' : Prop :=
  forall i, (get c' i = None <-> get c i = None) /\ forall next,
    get c' i = Some (Not next) <-> get c i = Some (Not next).

Lemma tiled_same_vacancies {c c' a ps} : same_vacancies c c' -> tiled c a ps -> tiled c' a ps.
Proof.
  intros V.
  assert (forall i, vacant c' i <-> vacant c i) as W by (intros i; split; intros [n H]; exists n; now apply V).
  revert a. induction ps as [|p ps IH]; cbn; auto. intros a ((Q & [G L N X C B U]) & P & T).
  split; [split|split]; auto. apply threaded_sound with (free_list c p). constructor; auto.
  - clear -L V. revert L. generalize (head p), (free_list c p). intros h l. revert h.
    induction l as [|i l IH]; cbn; auto. intros h (-> & next & F & R). split; auto. exists next. split; auto.
    now apply V.
  - intros i. now rewrite W, X.
  - intros i I. rewrite <- U by auto. destruct (V i) as [O _]. tauto.
Qed.

(** The opened cells are a prefix of the space. *)
Lemma tiled_touched {c a ps} i : tiled c a ps -> a <= i < a + sum size ps ->
  (get c i <> None <-> i < a + sum opened ps).
Proof.
  revert a. induction ps as [|p ps IH]; cbn; intros a T R; [lia|]. destruct T as ((<- & S) & P & T).
  destruct (Z_lt_le_dec i (start p + size p)); [rewrite (touched S) by lia | rewrite (IH _ T) by lia]; tally.
Qed.

Lemma tiled_untouched {a ps} : tiled (none : cells E) a ps -> sum opened ps = 0.
Proof.
  intros T. destruct (Z.eq_dec (sum opened ps) 0) as [|N]; auto.
  destruct (proj2 (tiled_touched (i := a) T ltac:(tally)) ltac:(tally)). apply get_none.
Qed.

(** * A list of partitions in two parts, or with one of them between the others *)

Lemma sum_app f ps qs : sum f (ps ++ qs) = sum f ps + sum f qs.
Proof. induction ps as [|p ps IH]; cbn [app sum]; lia. Qed.

Lemma sum_sizes ps ps' : map place ps' = map place ps -> sum size ps' = sum size ps.
Proof.
  enough (forall l, sum size l = fold_right Z.add 0 (map snd (map place l))) as F by (intros H; now rewrite !F, H).
  induction l; cbn; congruence.
Qed.

Lemma tiled_app c qs ps : forall a, tiled c a (ps ++ qs) <->
  tiled c a ps /\ tiled c (a + sum size ps) qs /\ (0 < sum opened qs -> sum opened ps = sum size ps).
Proof.
  induction ps as [|p ps IH]; intros a; cbn [app sum tiled]; [rewrite Z.add_0_r; tauto|].
  rewrite IH, sum_app, Z.add_assoc. split.
  - intros ((A & S) & P & T & T' & B). intuition tally.
  - intros (((A & S) & P & T) & T' & B). intuition tally.
Qed.

Lemma tiled_split {c a front p back} : tiled c a (front ++ p :: back) <-> tiled c a front /\
  (start p = a + sum size front /\ sound c p) /\ tiled c (a + sum size front + size p) back /\
  (0 < opened p + sum opened back -> sum opened front = sum size front) /\ (0 < sum opened back -> opened p = size p).
Proof. rewrite tiled_app. cbn [sum tiled]. tauto. Qed.

(** The n-th partition. *)
Lemma tiled_nth {c a ps} n p : tiled c a ps -> nth_error ps n = Some p ->
  sound c p /\ a <= start p /\ stop p <= a + sum size ps /\ opened p <= sum opened ps.
Proof.
  intros T (front & back & -> & _)%nth_error_split. apply tiled_split in T as (A & [G S] & B & _). rewrite !sum_app.
  unfold stop. cbn [sum]. split; [exact S | tally].
Qed.

Lemma tiled_pair {c a ps m n p q} : tiled c a ps -> nth_error ps m = Some p -> nth_error ps n = Some q ->
  (m < n)%nat -> stop p <= start q /\ (0 < opened q -> opened p = size p).
Proof.
  intros T M N L. apply nth_error_split in M as (front & back & -> & <-).
  apply tiled_split in T as (_ & [G S] & B & _ & P). rewrite nth_error_app2 in N by lia.
  destruct (n - length front)%nat as [|k] eqn:K; [lia|]. destruct (tiled_nth _ B N) as (S' & R & _ & O). unfold stop.
  split; [lia|]. intros; apply P; tally.
Qed.

Lemma tiled_all_full {c a ps p} : tiled c a ps -> sum live ps = sum size ps -> In p ps -> live p = size p.
Proof.
  intros T F (front & back & ->)%in_split. apply tiled_split in T as (A & [_ S] & B & _). rewrite !sum_app in F.
  cbn [sum] in F. tally.
Qed.

(** Another partition in the same place, after a change of one cell there. *)
Lemma tiled_changed {c a front p back i x p'} : tiled c a (front ++ p :: back) -> sound (set c i x) p' ->
  start p <= i < start p + size p -> place p' = place p -> opened p <= opened p' ->
  (opened p < opened p' -> sum opened front = sum size front) ->
  tiled (set c i x) a (front ++ p' :: back) /\ map place (front ++ p' :: back) = map place (front ++ p :: back).
Proof.
  unfold place. intros (A & [G S] & B & P & Q)%tiled_split S' R [= Es Ez] O F.
  split; [|rewrite !map_app; cbn; now rewrite Es, Ez]. apply tiled_split. rewrite Es, Ez.
  split; [|split; [auto | split; [|tally]]].
  all: apply (tiled_frame (c := c)); auto; intros j J; apply get_set_other; tally.
Qed.

(** * Insertion *)

Lemma taken_none c ps : taken c ps = None -> sum live ps = sum size ps.
Proof.
  induction ps as [|q ps IH]; [easy|]. cbn [taken sum]. unfold full.
  destruct (Z.eqb_spec (live q) (size q)) as [-> |]; [|discriminate].
  destruct (taken c ps) as [[i ps']|]; [discriminate|]. intros _. f_equal. auto.
Qed.

(** The partitions before the one that takes the element are full. *)
Lemma taken_splits c ps : forall i ps', taken c ps = Some (i, ps') -> exists front p back, ps = front ++ p :: back /\
  (forall q, In q front -> live q = size q) /\ sum live front = sum size front /\ live p <> size p /\ i = vacancy p /\
  ps' = front ++ filled c p :: back /\ map place ps' = map place ps.
Proof.
  induction ps as [|p ps IH]; intros i ps'; cbn [taken]; [discriminate|]. unfold full.
  destruct (Z.eqb_spec (live p) (size p)) as [F|F].
  - destruct (taken c ps) as [[j rest]|]; [|discriminate]. intros [= -> <-].
    destruct (IH i rest eq_refl) as (front & q & back & -> & Fr & N & W & -> & -> & Pl). exists (p :: front), q, back.
    cbn [app sum In map]. rewrite F, N, <- Pl. repeat split; auto. intros r [<- | R]; auto.
  - intros [= <- <-]. exists [], p, ps. repeat split; auto; [easy|]. cbn. f_equal. unfold filled.
    now destruct (head p).
Qed.

Lemma taken_some {c a ps i ps'} e id : tiled c a ps -> taken c ps = Some (i, ps') ->
  tiled (set c i (Has e id)) a ps' /\ a <= i < a + sum size ps /\ ~ inhabited c i /\
  map place ps' = map place ps /\ sum live ps' = sum live ps + 1 /\
  (sum opened ps' = sum opened ps \/ (sum opened ps' = sum opened ps + 1 /\ sum live ps = sum opened ps)).
Proof.
  intros T (front & p & back & -> & _ & F & N & -> & -> & M)%taken_splits.
  pose proof T as (A & [G S] & B & P & Q)%tiled_split.
  destruct (sound_filled e id S N) as (S' & R & U & Es & El & Eo).
  destruct (tiled_changed T S' R Es) as [T' _]; [tally..|]. split; [exact T'|]. rewrite !sum_app. cbn [sum].
  repeat split; auto; tally.
Qed.

(** * Removal *)

Lemma released_splits {c a ps} i : tiled c a ps -> a <= i < a + sum size ps -> exists front p back,
  ps = front ++ p :: back /\ partition_of ps i = p /\ released ps i = front ++ emptied p i :: back /\
  start p <= i < start p + size p.
Proof.
  revert a. induction ps as [|p ps IH]; cbn; intros a T R; [lia|]. destruct T as ((<- & S) & P & T).
  destruct (Z.ltb_spec i (stop p)) as [I|I]; unfold stop in I.
  - exists [], p, ps. repeat split; auto. lia.
  - destruct (IH _ T ltac:(lia)) as (front & q & back & -> & -> & -> & B). now exists (p :: front), q, back.
Qed.

Lemma tiled_released {c a ps} i : tiled c a ps -> a <= i < a + sum size ps -> inhabited c i ->
  tiled (set c i (Not (head (partition_of ps i)))) a (released ps i) /\ map place (released ps i) = map place ps /\
  sum live (released ps i) = sum live ps - 1 /\ sum opened (released ps i) = sum opened ps.
Proof.
  intros T R H. destruct (released_splits T R) as (front & p & back & -> & -> & -> & I).
  pose proof T as (A & [G S] & B & P & Q)%tiled_split. pose proof (sound_emptied S I H) as S'.
  destruct (tiled_changed T S' I) as [T' M]; try easy; try (cbn; lia). rewrite !sum_app.
  cbn [sum emptied live opened]. repeat split; auto; lia.
Qed.

End Tiling.
