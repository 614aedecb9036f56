(** What every design has to guarantee, and the invariant that it then keeps. *)
From Lists Require Export Tiling.

Section Design.
Context {E : Type}.
Implicit Types (s : state E) (k : key) (ks : list key).

(** * The invariant *)

(** Where the partitions of a lawful space are, as each design has them. *)
Definition geometry : Type := parameters -> list (Z * Z) -> Prop.

Record sane (g : geometry) s : Prop := {
  tiles : tiled (contents s) 0 (partitions s);
  none_beyond : forall i, get (contents s) i <> None -> i < space_of s;
  doubling : exists n, 0 <= n /\ allocated s = space_of s * 2 ^ n;
  regular : g (options s) (map place (partitions s));
  options_lawful : lawful (options s) = true;
}.

(** The same elements under the same ids in the same positions. *)
Definition same_elements s s' : Prop :=
  forall i e id, get (contents s') i = Some (Has e id) <-> get (contents s) i = Some (Has e id).
Definition keeps s s' : Prop := options s' = options s /\ next_id s' = next_id s /\ same_elements s s'.

(** A list that is as short as before, or shorter, and has the same elements; only [Memory] moves some. *)
Record shortened g s s' : Prop := {
  shorter_sane : sane g s';
  shorter_keeps : keeps s s';
  shorter : opened_of s' <= opened_of s /\ space_of s' <= space_of s /\ allocated s' <= allocated s;
  unmoved : truncate (options s) <> Memory -> allocated s' = allocated s /\ moved (spent s') = moved (spent s);
}.

Lemma shortened_refl g s : sane g s -> shortened g s s.
Proof. intros S. split; auto; repeat split; auto; lia. Qed.

Lemma shortened_trans g s1 s2 s3 : shortened g s1 s2 -> shortened g s2 s3 -> shortened g s1 s3.
Proof.
  intros [_ (O1 & N1 & E1) L1 M1] [S (O2 & N2 & E2) L2 M2]. rewrite O1 in M2. split; auto; [|lia | intuition lia].
  split; [congruence|]. split; [congruence|]. intros i e id. rewrite (E2 i e id). apply E1.
Qed.

Record sound_design (d : design E) (g : geometry) : Prop := {
  (* No space is shorter than the least. *)
  least_length : forall o ps, g o (map place ps) -> least_space o <= sum size ps;
  least_regular : forall o, exists ps, g o (map place ps) /\ sum size ps = least_space o;
  (* A new list has an untouched space, and so does one that is cleared; it keeps its length, or gets the least. *)
  untouched_first : forall o, let ps := untouched d o (initial_space o) in
    g o (map place ps) /\ tiled (none : cells E) 0 ps /\ sum size ps < 2 * initial_space o;
  untouched_again : forall o ps, g o (map place ps) -> let ps' := untouched d o (sum size ps) in
    g o (map place ps') /\ tiled (none : cells E) 0 ps' /\ sum size ps' = sum size ps;
  (* A full list is given twice the space; its cells stay as they are, and move if memory is short. *)
  grown_fields : forall s, grown d s = State (options s) (Z.max (allocated s) (2 * space_of s)) (next_id s) (contents s)
    (partitions (grown d s)) (moving (if allocated s <? 2 * space_of s then opened_of s else 0) (spent s));
  grown_tiles : forall s, sane g s -> live_of s = space_of s ->
    g (options s) (map place (partitions (grown d s))) /\ tiled (contents s) 0 (partitions (grown d s)) /\
    space_of (grown d s) = 2 * space_of s /\ live_of (grown d s) = live_of s /\ opened_of (grown d s) = opened_of s;
  (* Truncation, when a removal has emptied the last partition, and shrinking, at any time, keep every element. *)
  truncated_sane : forall s, sane g s -> shortened g s (truncated d s);
  shrunk_sane : forall s, sane g s -> shortened g s (shrunk d s);
}.

Existing Class sound_design.
Context {d : design E} {g : geometry} {D : sound_design d g}.

Lemma least_positive o : 0 < least_space o.
Proof. unfold least_space, round_up. lia. Qed.

Lemma lawful_spec o : lawful o = true -> (forall m, maximum o = Some m -> 1 <= m) /\
  (forall b, id_bits o = Some b -> 1 <= b) /\ forall w, index_bits o = Some w -> 2 <= w /\ initial_space o <= 2 ^ w.
Proof.
  unfold lawful, indexable, within, count_of, at_least. rewrite !andb_true_iff. intros ((((_ & M) & I) & W) & X).
  split; [|split]; intros n N; rewrite N in *; cbn in *; rewrite ?Z.leb_le, ?Z.ltb_lt in *; lia.
Qed.

(** * What it says of a state *)

Lemma sane_counts s : sane g s -> 0 <= live_of s <= opened_of s /\ opened_of s <= space_of s /\ space_of s <=
  allocated s.
Proof.
  intros S. destruct (doubling S) as (n & N & ->). pose proof (Z.pow_pos_nonneg 2 n ltac:(lia) N).
  pose proof (tiled_counts (tiles S)). unfold live_of, opened_of, space_of in *. nia.
Qed.

Lemma sane_space s : sane g s -> 0 < least_space (options s) <= space_of s.
Proof. intros S. split; [apply least_positive | apply (least_length D), S]. Qed.

End Design.

(** Arithmetic with what is known of the numbers of states. *)
Ltac count := repeat match goal with
  | S : sane _ _ |- _ => note (sane_counts S)
  | S : sane _ _ |- _ => note (sane_space S)
  end; fields; unfold live_of, opened_of, space_of in *; fields; tally.

Section Steps.
Context {E : Type} {g : geometry}.
Implicit Types (s : state E).

Lemma sane_partition s p : sane g s -> In p (partitions s) -> sound (contents s) p.
Proof. intros S [n N]%In_nth_error. apply (tiled_nth _ (tiles S) N). Qed.

Lemma sane_touched s i : sane g s -> (get (contents s) i <> None <-> 0 <= i < opened_of s).
Proof.
  intros S. destruct (Z_lt_le_dec i 0); [destruct i; cbn; split; easy || lia|]. destruct (Z_lt_le_dec i (space_of s)).
  - rewrite (tiled_touched (tiles S)) by count. count.
  - split; [intros B%(none_beyond S); lia | count].
Qed.

Lemma sane_inside s i x : sane g s -> get (contents s) i = Some x -> 0 <= i < space_of s.
Proof. intros S H. assert (0 <= i < opened_of s) by (apply (sane_touched _ S); congruence). count. Qed.

(** A list with fewer partitions: what was beyond them, and held no element, is cut off. *)
Lemma cut_shortened s s' n : sane g s -> options s' = options s -> next_id s' = next_id s ->
  allocated s' = allocated s -> moved (spent s') = moved (spent s) -> cut_off (contents s) (space_of s') (contents s') ->
  (forall i, space_of s' <= i < space_of s -> ~ inhabited (contents s) i) ->
  0 <= n -> space_of s = space_of s' * 2 ^ n -> g (options s) (map place (partitions s')) ->
  tiled (contents s') 0 (partitions s') -> shortened g s s'.
Proof.
  intros S O N A M C I P Z0 G T. pose proof (fun i => cut_off_spec i C) as W. assert (sane g s') as S'.
  { constructor; rewrite ?O, ?A; auto; try apply S.
    - intros i X. now apply W in X.
    - destruct (doubling S) as (m & B & ->). exists (n + m). rewrite Z0, Z.pow_add_r by lia. lia. }
  split; auto.
  - repeat split; auto; [intros X; now apply W in X|]. intros X. apply W. split; auto.
    apply (sane_inside _ S) in X as R. destruct (Z_lt_le_dec i (space_of s')); auto.
    destruct (I i); [lia | now exists e, id].
  - pose proof (Z.pow_pos_nonneg 2 n ltac:(lia) P). pose proof (sane_counts S'). split; [|rewrite A; nia].
    destruct (Z_le_gt_dec (opened_of s') (opened_of s)) as [|B]; auto.
    destruct (sane_touched (opened_of s) S) as [X _], (sane_touched (opened_of s) S') as [_ Y].
    specialize (Y ltac:(count)). apply W in Y as [_ Y%X]. lia.
Qed.

(** Other elements in partitions of the same places. *)
Lemma sane_again s s' : sane g s -> options s' = options s -> allocated s' = allocated s ->
  map place (partitions s') = map place (partitions s) -> tiled (contents s') 0 (partitions s') ->
  (forall i, get (contents s') i <> None -> i < space_of s) -> sane g s' /\ space_of s' = space_of s.
Proof.
  intros [_ _ M G L] O A P T B. apply sum_sizes in P as Zs. unfold space_of in *. split; [|exact Zs].
  constructor; unfold space_of; rewrite ?O, ?A, ?Zs, ?P; auto.
Qed.

(** * Every change of a state that operations are made of *)

Lemma with_contents_sane s c : sane g s -> same_vacancies (contents s) c -> sane g (with_contents s c).
Proof.
  intros S V. apply (sane_again _ S); auto; cbn [with_contents contents partitions].
  - exact (tiled_same_vacancies V (tiles S)).
  - intros i H. apply (none_beyond S). intros N. now apply H, V.
Qed.

Lemma reallocated_shortened s : sane g s ->
  sane g (reallocated s) /\ (truncate (options s) = Memory -> shortened g s (reallocated s)).
Proof.
  intros S. assert (sane g (reallocated s)) as R by (destruct S; constructor; cbn; auto; exists 0; count).
  split; auto. intros M. split; [exact R | repeat split; auto | count | easy].
Qed.

Lemma vacated_sane s i e id : sane g s -> get (contents s) i = Some (Has e id) ->
  sane g (vacated s i) /\ live_of (vacated s i) = live_of s - 1 /\ opened_of (vacated s i) = opened_of s /\
  space_of (vacated s i) = space_of s.
Proof.
  intros S H. pose proof (sane_inside _ S H) as R.
  destruct (tiled_released (i := i) (tiles S)) as (T & P & El & Eo); [exact R | now exists e, id|].
  destruct (sane_again (vacated s i) S) as [S' Z']; auto. intros j. fields. rewrite get_set by lia.
  destruct (Z.eqb_spec i j) as [<- |]; [lia | apply S].
Qed.

Context {d : design E} {D : sound_design d g}.

Lemma initial_sane o : lawful o = true -> sane g (initial d o) /\ opened_of (initial d o) = 0.
Proof.
  intros L. destruct (untouched_first D o) as (G & T & _). split; [|exact (tiled_untouched T)].
  constructor; cbn; auto; [intros i; now rewrite get_none | exists 0; unfold space_of; cbn; lia].
Qed.

(** An insertion fills a cell that held no element, in the list itself or in the list that has grown. *)
Lemma insert_cases s e : sane g s -> exists s1 i ps,
  (s1 = s \/ (s1 = grown d s /\ live_of s = space_of s)) /\ sane g s1 /\ contents s1 = contents s /\
  live_of s1 = live_of s /\ opened_of s1 = opened_of s /\ taken (contents s) (partitions s1) = Some (i, ps) /\
  insert d s e = (State (options s) (allocated s1) (following (options s) (next_id s))
                    (set (contents s) i (Has e (next_id s))) ps (spent s1), (i, next_id s)).
Proof.
  intros S. unfold insert, occupied. destruct (taken (contents s) (partitions s)) as [[i ps]|] eqn:K.
  - exists s, i, ps. repeat split; auto; apply S.
  - apply taken_none in K as F. destruct (grown_tiles D S F) as (G & T & Z2 & L & O). pose proof (sane_counts S).
    pose proof (sane_space S). rewrite (grown_fields D s) in *. fields. set (s1 := State _ _ _ _ _ _) in *.
    assert (sane g s1) as S1.
    { constructor; auto; rewrite ?Z2; try apply S; cbn [s1 contents allocated].
      - intros i I%(none_beyond S). count.
      - destruct (doubling S) as (n & N & ->). destruct (Z.eq_dec n 0) as [-> | N0]; [exists 0; lia|]. exists (n - 1).
        assert (2 ^ n = 2 * 2 ^ (n - 1)) as W by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
        assert (0 < 2 ^ (n - 1)) by (apply Z.pow_pos_nonneg; lia). split; [lia | nia]. }
    destruct (taken (contents s) (partitions (grown d s))) as [[i ps]|] eqn:K1; [exists s1, i, ps; auto 10|].
    apply taken_none in K1. change (live_of s1 = space_of s1) in K1. count.
Qed.

(** What it makes of the numbers. *)
Lemma insert_sane s e : sane g s -> let s' := fst (insert d s e) in sane g s' /\ options s' = options s /\
  next_id s' = following (options s) (next_id s) /\ live_of s' = live_of s + 1 /\
  (opened_of s' = opened_of s \/ opened_of s' = opened_of s + 1 /\ live_of s = opened_of s) /\
  (space_of s' = space_of s /\ allocated s' = allocated s /\ spent s' = spent s \/
   live_of s = space_of s /\ space_of s' = 2 * space_of s /\ allocated s' = Z.max (allocated s) (2 * space_of s) /\
   spent s' = moving (if allocated s <? 2 * space_of s then opened_of s else 0) (spent s)).
Proof.
  intros S. destruct (insert_cases e S) as (s1 & i & ps & W & S1 & C & L & O & K & ->). rewrite <- C in K. fields.
  destruct (taken_some e (next_id s) (tiles S1) K) as (T & R & _ & P & El & Eo). rewrite C in T.
  assert (options s1 = options s) as Q by (destruct W as [-> | [-> _]]; [|rewrite (grown_fields D s)]; reflexivity).
  destruct (sane_again (State (options s) (allocated s1) (following (options s) (next_id s)) (set (contents s) i (Has
    e (next_id s))) ps (spent s1)) S1) as [S' Z']; auto.
  - intros j. fields. rewrite get_set by lia. destruct (Z.eqb_spec i j) as [<- |]; [count | rewrite <- C; apply S1].
  - split; [exact S'|]. rewrite Z'. repeat split; try count. destruct W as [-> | [-> F]]; [auto|].
    destruct (grown_tiles D S F) as (_ & _ & Z2 & _). rewrite Z2, (grown_fields D s). auto 10.
Qed.

(** The partitions below the last, and that one. *)
Lemma sane_top s : sane g s -> exists front, partitions s = front ++ [top s] /\ sound (contents s) (top s) /\
  tiled (contents s) 0 front /\ start (top s) = sum size front /\
  (0 < opened (top s) -> sum opened front = sum size front).
Proof.
  intros S. destruct (@exists_last _ (partitions s)) as (front & p & P).
  { intros N. pose proof (sane_space S). unfold space_of in *. rewrite N in *. cbn in *. lia. }
  pose proof (tiles S) as T. unfold top. rewrite P, last_last in *. apply tiled_split in T as (A & [G X] & _ & B & _).
  exists front. cbn [sum] in B. rewrite Z.add_0_r in B. auto.
Qed.

(** The last partition loses the element of a position in it; otherwise it stays as it is. *)
Lemma vacated_top s i e id : sane g s -> get (contents s) i = Some (Has e id) ->
  top (vacated s i) = (if start (top s) <=? i then emptied (top s) i else top s) /\
  (start (top s) <= i -> 0 < opened (top s)).
Proof.
  intros S H. pose proof (sane_inside _ S H) as R. destruct (sane_top S) as (front & P & X & A & G & _).
  assert (start (top s) <= i -> i < start (top s) + opened (top s)) as O.
  { intros I'. apply (touched X); [|congruence]. unfold space_of in R. rewrite P, sum_app in R. cbn [sum] in R. lia. }
  split; [|lia]. destruct (released_splits (tiles S) R) as (f & p & b & P' & _ & Q & I). pose proof (tiles S) as T.
  rewrite P' in T. apply tiled_split in T as (_ & [G' Y] & T & _). unfold top at 1. fields. rewrite Q.
  destruct b as [|q b].
  - rewrite P' in P. apply app_inj_tail in P as [_ <-]. rewrite last_last.
    destruct (Z.leb_spec (start p) i); [easy | lia].
  - destruct (@exists_last _ (q :: b)) as (b' & t & B); [easy|]. rewrite B in *.
    rewrite app_comm_cons, app_assoc in *. rewrite P' in P. apply app_inj_tail in P as [<- ->].
    rewrite last_last, sum_app in *. cbn [sum] in *. apply tiled_app in T as [T _].
    destruct (Z.leb_spec (start (top s)) i); [tally | easy].
Qed.

End Steps.
