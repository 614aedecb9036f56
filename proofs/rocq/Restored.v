(** Keys that are restored (R16): a retired key finds nothing unless a restoration named that very key, or its id was
    given out again.

    A restoration is any change that puts an element under one key: the invariant, the options, the next id and what
    all other keys find stay. Programs and restorations follow each other in any order. *)
From Lists Require Export Keys.

Section Restored.
Context {E : Type} {d : design E} {g : geometry} {D : sound_design d g}.
Implicit Types (s : state E) (k j : key) (ks js : list key).

Definition restoration (restored : state E -> key -> state E -> Prop) : Prop := forall s j s', sane g s ->
  restored s j s' -> sane g s' /\ options s' = options s /\ next_id s' = next_id s /\
  forall k, k <> j -> found s' k = found s k.

(** From one state to another: the keys that were restored, and those that were issued. *)
Inductive history (restored : state E -> key -> state E -> Prop) : state E -> list key -> list key -> state E -> Prop :=
| Nothing s : history restored s [] [] s
| Program s os js ks s' : history restored (fst (run d s os)) js ks s' ->
    history restored s js (issued (snd (run d s os)) ++ ks) s'
| Restoration s j s1 js ks s' : restored s j s1 -> history restored s1 js ks s' -> history restored s (j :: js) ks s'.

(** The ids are those of the insertions. *)
Definition numbered s ks : Prop := next_id s = reduced (options s) (Z.of_nat (length ks)) /\
  forall n k, given ks n k -> snd k = reduced (options s) (Z.of_nat n).

Lemma move_numbered o s ks ks' s' : sane g s -> numbered s ks -> move d o s ks' s' -> numbered s' (ks ++ ks').
Proof.
  intros S [T1 T2] M. destruct (move_next S M) as [O N]. unfold numbered. rewrite O. split.
  - destruct N as [[-> ->] | [(i & -> & _) ->]]; [now rewrite app_nil_r|].
    rewrite app_length, T1, following_reduced. cbn [length]. f_equal. lia.
  - intros n k [G | [B G]]%given_app; auto.
    destruct N as [[-> _] | [(i & -> & _) _]]; [destruct (n - length ks)%nat; discriminate|].
    apply given_single in G as [G ->]. cbn. rewrite T1. f_equal. lia.
Qed.

(** What a key that was retired may find was issued since. *)
Definition since ks ks' s s' : Prop := sane g s' /\ options s' = options s /\ numbered s' (ks ++ ks').

Lemma run_numbered s ks os : sane g s -> numbered s ks -> let s' := fst (run d s os) in
  let ks' := issued (snd (run d s os)) in since ks ks' s s' /\
  forall k, found s k = None -> found s' k <> None -> exists m, given (ks ++ ks') m k /\ (length ks <= m)%nat.
Proof.
  intros S T. cbv zeta.
  destruct (run_ind (fun s' ks' => numbered s' ks' /\ options s' = options s /\ (length ks <= length ks')%nat /\ forall
    k, found s k = None -> found s' k <> None -> exists m, given ks' m k /\ (length ks <= m)%nat) os) with (s := s)
    (before := ks) as (S' & T' & O & _ & W); auto; [|repeat split; auto; try apply T; easy|split; [split|]; auto].
  intros o s1 before ks' s' _ S1 (T1 & O1 & B1 & W) M. split; [eapply move_numbered; eauto|].
  split; [destruct (move_next S1 M); congruence|]. split; [rewrite app_length; lia|].
  intros k U [-> | X]%(move_found k S1 M).
  - exists (length before). split; [unfold given; now rewrite nth_error_app2, Nat.sub_diag | auto].
  - destruct (W k U X) as (m & A & B). eauto using given_before.
Qed.

Lemma history_numbered restored s js ks' s' : restoration restored -> history restored s js ks' s' -> forall ks,
  sane g s -> numbered s ks -> since ks ks' s s' /\
  forall k, ~ In k js -> found s k = None -> found s' k <> None -> exists m, given (ks ++ ks') m k /\ (length ks <= m)%nat.
Proof.
  intros R H. induction H as [s | s os js ks1 s' H IH | s j s1 js ks1 s' J H IH]; intros ks S T.
  - rewrite app_nil_r. split; [split; auto; split; auto; now rewrite app_nil_r|]. intros k _ N F. congruence.
  - destruct (run_numbered os S T) as [(S1 & O1 & T1) W]. destruct (IH _ S1 T1) as [(S2 & O2 & T2) V].
    rewrite <- app_assoc in *. split; [split; [exact S2|]; split; [congruence | now rewrite app_assoc in *]|].
    intros k I N F. destruct (found (fst (run d s os)) k) eqn:X.
    + destruct (W k N) as (m & A & B); [congruence|]. exists m. split; auto. rewrite app_assoc. now apply given_before.
    + destruct (V k I X F) as (m & A & B). exists m. split; auto. rewrite app_length in B. lia.
  - destruct (R _ _ _ S J) as (S1 & O1 & N1 & F1). destruct (IH ks S1) as [(S2 & O2 & T2) V].
    { unfold numbered. rewrite O1, N1. exact T. }
    split; [split; [exact S2|]; split; [congruence | exact T2]|]. intros k I N F. cbn in I.
    apply V; auto. rewrite F1; auto.
Qed.

Theorem retired_key_never_resolves_unless_restored restored o js ks s : restoration restored -> lawful o = true ->
  history restored (initial d o) js ks s -> forall n k js' ks' later, given ks n k -> found s k = None ->
  history restored s js' ks' later -> ~ In k js' ->
  (forall period, has_period o period -> Z.of_nat (length (ks ++ ks')) <= Z.of_nat n + period) ->
  found later k = None.
Proof.
  intros R L H n k js' ks' later G N H' I Q. destruct (initial_sane (d := d) o L) as [S _].
  pose proof (initial_stamped (d := d) o L) as [T1 T2 _].
  destruct (history_numbered R H (ks := []) S (conj T1 T2)) as [(S1 & O1 & T) _]. cbn [app] in T.
  destruct (history_numbered R H' S1 T) as [(_ & O2 & [_ T3]) V].
  destruct (found later k) eqn:F; auto. exfalso. destruct (V k I N) as (m & A & B); [congruence|].
  pose proof (T3 m k A) as X. pose proof (given_before ks' G) as G'. pose proof (T3 n k G') as Y.
  apply given_length in A. apply given_length in G. rewrite X in Y. symmetry in Y.
  assert (options later = o) as O by (rewrite O2, O1; reflexivity). rewrite O in Y.
  apply same_id_exactly_whole_periods_apart in Y; auto; [|lia].
  destruct Y as (p & t & P & W & Z0). specialize (Q p P). pose proof (period_positive L P). nia.
Qed.

(** * A vacancy is filled again *)

Fixpoint changed_at (ps : list partition) (position : Z) (by_this : partition) : list partition :=
  match ps with
  | [] => []
  | p :: rest => if position <? stop p then by_this :: rest else p :: changed_at rest position by_this
  end.

(** The vacancy at the index of a key, taken out of its free list, wherever it is there; the others keep their order. *)
Definition refilled s (j : key) (e : E) : state E :=
  let p := partition_of (partitions s) (fst j) in
  let free := filter (fun i => negb (i =? fst j)) (free_list (contents s) p) in
  State (options s) (allocated s) (next_id s) (linked (set (contents s) (fst j) (Has e (snd j))) free)
    (changed_at (partitions s) (fst j) (with_free (start p) (size p) (opened p) free)) (spent s).

Lemma changed_splits {c : cells E} {a ps} i q : tiled c a ps -> a <= i < a + sum size ps -> exists front p back,
  ps = front ++ p :: back /\ partition_of ps i = p /\ changed_at ps i q = front ++ q :: back /\
  start p <= i < start p + size p.
Proof.
  revert a. induction ps as [|p ps IH]; cbn; intros a T R; [lia|]. destruct T as ((<- & S) & P & T).
  destruct (Z.ltb_spec i (stop p)) as [I|I]; unfold stop in I.
  - exists [], p, ps. repeat split; auto. lia.
  - destruct (IH _ T) as (front & q' & back & -> & -> & -> & R'); [lia|]. exists (p :: front), q', back. auto.
Qed.

Lemma refilled_cells (c : cells E) i e id l x : 0 <= i -> (forall y, In y l -> 0 <= y) -> ~ In i l ->
  (In x l -> vacant (linked (set c i (Has e id)) l) x) /\
  (~ In x l -> get (linked (set c i (Has e id)) l) x = if i =? x then Some (Has e id) else get c x).
Proof.
  intros I P N. split; intros J; [now apply linked_vacant|]. rewrite linked_other by auto. now rewrite get_set by lia.
Qed.

Theorem refilled_restores : restoration (fun s j s' => vacant (contents s) (fst j) /\ exists e, s' = refilled s j e).
Proof.
  intros s [i id] s' S [V [e ->]]. cbn [fst snd] in *. destruct V as [next V]. pose proof (sane_inside _ S V) as R.
  unfold refilled. cbn [fst snd]. set (p0 := partition_of (partitions s) i).
  set (free := filter (fun x => negb (x =? i)) (free_list (contents s) p0)).
  set (p' := with_free (start p0) (size p0) (opened p0) free).
  destruct (changed_splits p' (tiles S) R) as (front & p & back & P & Q & C & I). fold p0 in Q. rewrite C. clear C.
  pose proof (tiles S) as T. rewrite P in T. apply tiled_split in T as (A & [G Y] & B & F1 & F2).
  pose proof Y as [Y1 Y2 Y3 Y4 Y5 Y6 Y7]. clearbody p0. subst p0.
  assert (forall x, In x free <-> In x (free_list (contents s) p) /\ x <> i) as M.
  { intros x. unfold free. rewrite filter_In, negb_true_iff, Z.eqb_neq. reflexivity. }
  assert (forall x, In x free -> start p <= x < start p + size p) as M'.
  { intros x [[X _]%Y4 _]%M. lia. }
  assert (forall y, In y free -> 0 <= y) as M0. { intros y X%M'. lia. }
  assert (~ In i free) as Mi. { intros X%M. tauto. }
  set (c := linked (set (contents s) i (Has e id)) free).
  pose proof (fun x => @refilled_cells (contents s) i e id free x (proj1 R) M0 Mi) as W. fold c in W.
  assert (forall x, get c x <> None <-> get (contents s) x <> None) as U.
  { intros x. destruct (in_dec Z.eq_dec x free) as [J|J].
    - destruct (proj1 (W x) J) as [n ->]. apply M in J as [[_ [m Z0]]%Y4 _]. rewrite Z0. split; easy.
    - rewrite (proj2 (W x) J). destruct (Z.eqb_spec i x) as [<-|]; [|tauto]. rewrite V. split; easy. }
  assert (sound c p') as Sp.
  { apply threaded_sound with free. constructor; cbn [p' with_free start size opened live head]; auto; try lia.
    - apply linked_chain; auto. now apply NoDup_filter.
    - now apply NoDup_filter.
    - intros x. split.
      + intros J. split; [apply M in J as [[X _]%Y4 _]; lia | now apply W].
      + intros [X [n Z0]]. destruct (in_dec Z.eq_dec x free) as [J|J]; auto. rewrite (proj2 (W x) J) in Z0.
        destruct (Z.eqb_spec i x) as [|N]; [discriminate|]. apply M. split; [|auto]. apply Y4. split; [lia | now exists n].
    - intros x X. rewrite U. now apply Y7. }
  assert (map place (front ++ p' :: back) = map place (partitions s)) as Pl.
  { rewrite P, !map_app. reflexivity. }
  assert (forall x, ~ (start p <= x < start p + size p) -> get c x = get (contents s) x) as Fr.
  { intros x X. rewrite (proj2 (W x)) by (intros J%M'; lia). destruct (Z.eqb_spec i x); [lia | reflexivity]. }
  assert (tiled c 0 (front ++ p' :: back)) as T'.
  { apply tiled_split. cbn [p' with_free start size opened]. split; [|split; [|split]]; auto.
    - apply (tiled_frame (c := contents s)); auto. intros x X. apply Fr. lia.
    - apply (tiled_frame (c := contents s)); auto. intros x X. apply Fr. lia. }
  destruct (sane_again (State (options s) (allocated s) (next_id s) c (front ++ p' :: back) (spent s)) S) as [S' _]; auto.
  { intros x X%U. now apply (none_beyond S). }
  split; [exact S'|]. split; [reflexivity|]. split; [reflexivity|]. intros [x a] N. unfold found. cbn [contents fst snd].
  destruct (in_dec Z.eq_dec x free) as [J|J].
  - destruct (proj1 (W x) J) as [n ->]. apply M in J as [[_ [m ->]]%Y4 _]. reflexivity.
  - rewrite (proj2 (W x) J). destruct (Z.eqb_spec i x) as [<-|]; [|reflexivity]. rewrite V.
    destruct (Z.eqb_spec id a); [subst; now destruct N | reflexivity].
Qed.

(** * A cell is opened *)

(** The first cell that is not opened becomes a vacancy, which is reused first. *)
Definition opened_next s : state E :=
  let i := opened_of s in
  let p := partition_of (partitions s) i in
  State (options s) (allocated s) (next_id s) (set (contents s) i (Not (head p)))
    (changed_at (partitions s) i (Partition (start p) (size p) (live p) (opened p + 1) (Some i))) (removing (spent s)).

Theorem opening_a_cell_keeps_everything s : sane g s -> opened_of s < space_of s -> sane g (opened_next s) /\
  options (opened_next s) = options s /\ next_id (opened_next s) = next_id s /\
  (forall k, found (opened_next s) k = found s k) /\ space_of (opened_next s) = space_of s /\
  opened_of (opened_next s) = opened_of s + 1.
Proof.
  intros S Lt. unfold opened_next. set (i := opened_of s). pose proof (sane_counts S) as K.
  assert (0 <= i < 0 + sum size (partitions s)) as R by (unfold i, space_of in *; lia).
  assert (get (contents s) i = None) as U.
  { destruct (get (contents s) i) eqn:X; auto. assert (0 <= i < opened_of s); [|unfold i in *; lia].
    apply (sane_touched _ S). congruence. }
  set (p0 := partition_of (partitions s) i). set (q := Partition _ _ _ _ _).
  destruct (changed_splits q (tiles S) R) as (front & p & back & P & Q & C & I). fold p0 in Q. clearbody p0. subst p0.
  rewrite C. clear C. pose proof (tiles S) as T. rewrite P in T. pose proof T as (A & [G Y] & B & F1 & F2)%tiled_split.
  pose proof (tiled_counts A) as KA. pose proof (tiled_counts B) as KB. pose proof (sound_counts Y) as KY.
  assert (i = start p + opened p /\ sum opened front = sum size front) as [Ei Ef].
  { assert (i = sum opened front + (opened p + sum opened back)) as J.
    { unfold i, opened_of. rewrite P, sum_app. reflexivity. }
    destruct (Z_lt_le_dec 0 (opened p + sum opened back)) as [H|H]; [specialize (F1 H)|lia].
    destruct (Z_lt_le_dec 0 (sum opened back)) as [H'|H']; [specialize (F2 H')|]; lia. }
  assert (sound (set (contents s) i (Not (head p))) q) as Sq.
  { assert (~ In i (free_list (contents s) p)) as N. { intros [X _]%(exact Y). lia. }
    apply sound_set with p (free_list (contents s) p) (i :: free_list (contents s) p); cbn [q start size live opened head
      length]; auto; try lia.
    - pose proof (counted Y). lia.
    - cbn. split; auto. exists (head p). rewrite get_set, Z.eqb_refl by lia. split; auto. apply chain_set; auto. apply Y.
    - constructor; auto. apply Y.
    - intros j. cbn. split; [intros [<-|J]; [left; eauto | right; split; auto; congruence] | intros [[-> _]|[_ J]]; auto]. }
  destruct (tiled_changed T Sq I) as [T' Pl]; try reflexivity; cbn [q opened]; try lia; auto.
  rewrite <- P in Pl.
  destruct (sane_again (State (options s) (allocated s) (next_id s) (set (contents s) i (Not (head p)))
    (front ++ q :: back) (removing (spent s))) S) as [S' Z']; auto.
  { intros x. cbn [contents]. rewrite get_set by lia. destruct (Z.eqb_spec i x) as [<-|]; [unfold i; lia | apply S]. }
  split; [exact S'|]. split; [reflexivity|]. split; [reflexivity|]. split; [|split; [exact Z'|]].
  - intros [x a]. unfold found. cbn [contents fst snd]. rewrite get_set by lia.
    destruct (Z.eqb_spec i x) as [<-|]; [now rewrite U | reflexivity].
  - unfold opened_of at 1. cbn [partitions]. rewrite sum_app. cbn [sum q opened]. unfold i, opened_of. rewrite P, sum_app.
    cbn [sum]. lia.
Qed.

End Restored.
