(** A dyadic list guarantees what a design has to: its invariant holds after every operation. *)
From Lists Require Export Growth.
From Lists.Dyadic Require Export Model.

(** Each block begins where those before it end, and is as long as all of them. *)
Fixpoint doubling_from (space : Z) (ps : list partition) : Prop :=
  match ps with [] => True | p :: rest => start p = space /\ size p = space /\ doubling_from (2 * space) rest end.
Definition dyadic_blocks : geometry := fun o ps =>
  match ps with
  | [] => False
  | base :: rest => start base = 0 /\ size base = least_space o /\ doubling_from (least_space o) rest
  end.

Section Invariant.
Context {E : Type}.
Implicit Types (s : state E) (ps : list partition).

(** * Sizes *)

Lemma least_positive o : 0 < least_space o.
Proof. unfold least_space, round_up. lia. Qed.

(** So many blocks more double the space so many times. *)
Lemma doubling_sum ps : forall space, doubling_from space ps -> space + sum size ps = space * 2 ^ Z.of_nat (length ps).
Proof.
  induction ps as [|p ps IH]; intros space; cbn [doubling_from sum length]; [lia|]. intros (_ & -> & D).
  specialize (IH _ D). rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. lia.
Qed.

Lemma blocks_sum o ps : dyadic_blocks o ps -> exists n,
  sum size ps = least_space o * 2 ^ Z.of_nat n /\ length ps = S n.
Proof.
  destruct ps as [|base rest]; [easy|]. intros (_ & Z0 & D). exists (length rest). cbn [sum]. rewrite Z0.
  split; [now apply doubling_sum | reflexivity].
Qed.

Lemma power_positive n : 0 < 2 ^ Z.of_nat n.
Proof. apply Z.pow_pos_nonneg; lia. Qed.

Lemma doubling_snoc ps q : forall space, doubling_from space ps -> start q = space + sum size ps ->
  size q = space + sum size ps -> doubling_from space (ps ++ [q]).
Proof.
  induction ps as [|p ps IH]; intros space; cbn [doubling_from sum app]; [intuition lia|]. intros (A & B & D) S Z0.
  repeat split; auto. apply IH; auto; lia.
Qed.

Lemma doubling_prefix ps qs : forall space, doubling_from space (ps ++ qs) -> doubling_from space ps.
Proof. induction ps as [|p ps IH]; intros space; cbn; intuition eauto. Qed.

(** * An untouched space *)

Lemma blocks_doubling fuel : forall space wanted, doubling_from space (blocks fuel space wanted).
Proof.
  induction fuel as [|n IH]; intros space wanted; cbn [blocks]; [easy|]. destruct (space <? wanted); cbn; auto.
Qed.

Lemma blocks_opened fuel : forall space wanted, sum opened (blocks fuel space wanted) = 0.
Proof.
  induction fuel as [|n IH]; intros space wanted; cbn [blocks]; [easy|].
  destruct (space <? wanted); cbn [sum empty opened]; auto. now rewrite IH.
Qed.

(** The space that they make is that of the loop of [Reserve]. *)
Lemma blocks_doubled fuel : forall space wanted, space + sum size (blocks fuel space wanted) = doubled fuel space
  wanted.
Proof.
  induction fuel as [|n IH]; intros space wanted; cbn [blocks doubled sum]; [lia|].
  destruct (space <? wanted); cbn [sum empty size]; [|lia]. rewrite <- IH. lia.
Qed.

Lemma untouched_sum o wanted : sum size (base_and_blocks o wanted) =
  doubled (Z.to_nat (Z.log2_up wanted)) (least_space o) wanted.
Proof. unfold base_and_blocks. cbn [sum empty size]. apply blocks_doubled. Qed.

Lemma doubled_stops n fuel : forall space, 0 < space -> (n <= fuel)%nat ->
  doubled fuel space (space * 2 ^ Z.of_nat n) = space * 2 ^ Z.of_nat n.
Proof.
  revert fuel. induction n as [|n IH]; intros fuel space P L.
  - replace (space * 2 ^ Z.of_nat 0) with space by (cbn; lia). destruct fuel; cbn [doubled]; auto.
    now rewrite Z.ltb_irrefl.
  - destruct fuel as [|fuel]; [lia|]. cbn [doubled]. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia.
    pose proof (power_positive n). destruct (Z.ltb_spec space (space * (2 * 2 ^ Z.of_nat n))); [|nia].
    replace (space * (2 * 2 ^ Z.of_nat n)) with (2 * space * 2 ^ Z.of_nat n) by lia. apply IH; lia.
Qed.

Lemma untouched_exact o n : sum size (base_and_blocks o (least_space o * 2 ^ Z.of_nat n)) = least_space o * 2 ^
  Z.of_nat n.
Proof.
  rewrite untouched_sum. pose proof (least_positive o). pose proof (power_positive n). apply doubled_stops; auto.
  assert (Z.of_nat n <= Z.log2_up (least_space o * 2 ^ Z.of_nat n)); [|lia].
  rewrite <- (Z.log2_up_pow2 (Z.of_nat n)) at 1 by lia. apply Z.log2_up_le_mono. nia.
Qed.

Lemma blocks_tiled fuel : forall space wanted, 0 < space -> tiled (none : cells E) space (blocks fuel space wanted).
Proof.
  induction fuel as [|n IH]; intros space wanted P; cbn [blocks]; [constructor|].
  destruct (space <? wanted); [|constructor]. apply one_more with [].
  - apply sound_untouched; auto using get_none; lia.
  - rewrite blocks_opened. lia.
  - cbn [empty size]. replace (space + space) with (2 * space) by lia. apply IH. lia.
Qed.

Lemma untouched_tiled o wanted : tiled (none : cells E) 0 (base_and_blocks o wanted).
Proof.
  pose proof (least_positive o). apply one_more with [].
  - apply sound_untouched; auto using get_none; lia.
  - rewrite blocks_opened. lia.
  - now apply blocks_tiled.
Qed.

(** * Growth *)

Lemma sum_app f ps qs : sum f (ps ++ qs) = sum f ps + sum f qs.
Proof. induction ps as [|p ps IH]; cbn [app sum]; lia. Qed.

Lemma tiled_snoc (c : cells E) q : forall ps a, tiled c a ps -> sound c (a + sum size ps) q [] -> opened q = 0 ->
  tiled c a (ps ++ [q]).
Proof.
  intros ps a T. induction T as [a | a p l ps S P T IH]; cbn [app sum]; intros Q O.
  - apply one_more with []; [now replace a with (a + 0) by lia | cbn [sum]; lia | constructor].
  - apply one_more with l; auto.
    + rewrite sum_app. cbn [sum]. intros X. apply P. lia.
    + apply IH; auto. now replace (a + size p + sum size ps) with (a + (size p + sum size ps)) by lia.
Qed.

Lemma one_block_more_sane s : sane dyadic_blocks s -> live_of s = space_of s ->
  sane dyadic_blocks (one_block_more s) /\ live_of (one_block_more s) = live_of s /\
  opened_of (one_block_more s) = opened_of s /\ space_of (one_block_more s) = 2 * space_of s.
Proof.
  intros S F. pose proof (tiled_counts (tiles S)) as K.
  assert (space_of (one_block_more s) = 2 * space_of s /\ live_of (one_block_more s) = live_of s /\ opened_of
    (one_block_more s) = opened_of s) as (Z2 & L & O).
  { unfold space_of, live_of, opened_of in *. cbn [one_block_more partitions]. rewrite !sum_app. unfold space_of.
    cbn [sum empty size live opened]. lia. }
  repeat split; auto; rewrite ?Z2.
  - cbn [one_block_more contents partitions]. apply tiled_snoc; [apply S | | reflexivity]. cbn [Z.add].
    change (0 + sum size (partitions s)) with (space_of s). unfold space_of in *. apply sound_untouched; try lia.
    intros i I. destruct (get (contents s) i) eqn:G; auto. assert (i < space_of s) by (apply S; congruence).
    unfold space_of in *. lia.
  - intros i I. cbn [one_block_more contents] in I. apply S in I. unfold space_of in *. lia.
  - cbn [one_block_more allocated]. destruct (doubling S) as (n & N & M). rewrite M.
    assert (0 <= space_of s) by (unfold space_of, live_of in *; lia).
    destruct (Z.eq_dec n 0) as [-> | N0]; [exists 0; lia|]. exists (n - 1). split; [lia|].
    assert (2 ^ n = 2 * 2 ^ (n - 1)) as W by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
    assert (0 < 2 ^ (n - 1)) by (apply Z.pow_pos_nonneg; lia). nia.
  - pose proof (regular S) as G. cbn [one_block_more options partitions]. unfold dyadic_blocks, space_of in *.
    destruct (partitions s) as [|base rest]; [easy|]. cbn [app]. destruct G as (A & B & D). repeat split; auto.
    apply doubling_snoc; auto; cbn [empty start size sum]; lia.
  - apply S.
Qed.

(** * Truncation *)

Lemma up_to_last_live_splits ps : exists qs, ps = up_to_last_live ps ++ qs /\ sum live qs = 0 \/
  exists q, In q ps /\ live q < 0.
Proof.
  induction ps as [|p ps IH]; [now exists []; left|]. cbn [up_to_last_live].
  destruct IH as (qs & [[E1 E2] | (q & Q & N)]); [|exists []; right; exists q; split; [now right | auto]].
  destruct (up_to_last_live ps) as [|k ks].
  - destruct (Z.eqb_spec (live p) 0) as [Z0|].
    + exists (p :: ps). left. split; auto. cbn [app] in E1. subst qs. cbn [sum]. lia.
    + exists ps. left. split; auto. cbn [app] in E1. now subst qs.
  - exists qs. left. split; auto. cbn [app]. now rewrite E1 at 1.
Qed.

Lemma tiled_prefix_of (c : cells E) qs :
  forall ps a, tiled c a (ps ++ qs) -> tiled c a ps /\ tiled c (a + sum size ps) qs.
Proof.
  induction ps as [|p ps IH]; intros a T; cbn [app sum] in *.
  - split; [constructor | now replace (a + 0) with a by lia].
  - inversion T as [|? ? l ? S P T']; subst. destruct (IH _ T') as [A B].
    replace (a + (size p + sum size ps)) with (a + size p + sum size ps) by lia. split; auto.
    apply one_more with l; auto. intros X. apply P. rewrite sum_app. pose proof (tiled_counts B). lia.
Qed.

Lemma tiled_live_nonnegative (c : cells E) a ps q : tiled c a ps -> In q ps -> 0 <= live q.
Proof. induction 1 as [|a p l ps S P T IH]; [easy|]. intros [<- | I]; auto. pose proof (sound_counts S). lia. Qed.

(** Without its empty top blocks, a list has the same elements. *)
Lemma without_empty_tops_spec s : sane dyadic_blocks s -> exists base rest kept qs,
  partitions s = base :: rest /\ rest = kept ++ qs /\ sum live qs = 0 /\ kept = up_to_last_live rest /\
  partitions (without_empty_tops s) = base :: kept /\
  sane dyadic_blocks (without_empty_tops s) /\ keeps s (without_empty_tops s) /\
  no_longer s (without_empty_tops s) /\ allocated (without_empty_tops s) = allocated s.
Proof.
  intros S. pose proof (regular S) as G. pose proof (tiles S) as T. unfold dyadic_blocks in G.
  destruct (partitions s) as [|base rest] eqn:P; [easy|]. destruct G as (A & B & Dbl).
  destruct (up_to_last_live_splits rest) as (qs & [[Q Z0] | (q & Q & N)]).
  2: { exfalso. pose proof (tiled_live_nonnegative q T (or_intror Q)). lia. }
  set (kept := up_to_last_live rest) in *. exists base, rest, kept, qs.
  assert (tiled (contents s) 0 ((base :: kept) ++ qs)) as T' by (cbn [app]; now rewrite <- Q).
  apply tiled_prefix_of in T' as [T1 T2]. cbn [Z.add] in T2. pose proof (tiled_counts T1) as K1.
  pose proof (tiled_counts T2) as K2. set (stop := sum size (base :: kept)) in *.
  set (cut := Z.max 0 (opened_of s - stop)).
  assert (without_empty_tops s = State (options s) (allocated s) (next_id s) (without (contents s) (positions
    (Z.to_nat cut) stop)) (base :: kept) (dropping cut (spent s))) as R.
  { unfold without_empty_tops. now rewrite P. }
  assert (space_of s = stop + sum size qs /\ opened_of s = sum opened (base :: kept) + sum opened qs /\ live_of s =
    sum live (base :: kept) + sum live qs) as (Es & Eo & El).
  { unfold space_of, opened_of, live_of. rewrite P, Q. unfold stop. cbn [sum]. rewrite !sum_app. lia. }
  assert (forall i, get (without (contents s) (positions (Z.to_nat cut) stop)) i = if i <? stop then get (contents s)
    i else None) as C.
  { intros i. apply get_cut. intros j _ O. apply (sane_touched _ S) in O. unfold cut. lia. }
  assert (sane dyadic_blocks (without_empty_tops s)) as S'.
  { rewrite R. constructor; cbn [contents partitions allocated options]; auto; try apply S.
    - apply (tiled_frame (c := (contents s))); auto. intros i I. rewrite C. fold stop in I.
      destruct (Z.ltb_spec i stop); auto. lia.
    - intros i. rewrite C. unfold space_of. cbn [partitions]. fold stop. destruct (Z.ltb_spec i stop); [lia | easy].
    - destruct (doubling S) as (n & N & ->). unfold space_of at 2. cbn [partitions]. fold stop.
      pose proof (regular S) as G. rewrite P in G. destruct (blocks_sum _ _ G) as (m & M & _). rewrite <- P in M.
      change (sum size (partitions s)) with (space_of s) in M.
      assert (dyadic_blocks (options s) (base :: kept)) as G'.
      { split; auto. split; auto. apply doubling_prefix with qs. now rewrite <- Q. }
      destruct (blocks_sum _ _ G') as (m' & M' & _). fold stop in M'. assert (m' <= m)%nat as L.
      { destruct (Nat.lt_ge_cases m m') as [X|X]; auto. exfalso.
        assert (2 ^ Z.of_nat m < 2 ^ Z.of_nat m') by (apply Z.pow_lt_mono_r; lia).
        pose proof (least_positive (options s)). nia. }
      exists (n + Z.of_nat (m - m')). split; [lia|]. rewrite M, M'.
      replace (Z.of_nat m) with (Z.of_nat m' + Z.of_nat (m - m')) by lia. rewrite !Z.pow_add_r by lia. lia.
    - split; auto. split; auto. apply doubling_prefix with qs. now rewrite <- Q. }
  assert (keeps s (without_empty_tops s)) as Ke.
  { rewrite R. split; [reflexivity|]. split; [reflexivity|]. intros i e id. cbn [contents]. rewrite C.
    destruct (Z.ltb_spec i stop) as [|I]; [tauto|]. split; [discriminate|]. intros X. exfalso.
    apply (tiled_idle (i := i) T2 Z0); [|now exists e, id]. pose proof (sane_inside _ S X). lia. }
  rewrite R in *.
  repeat split; auto; try apply Ke; try apply S'; unfold no_longer, space_of, opened_of in *; cbn [partitions
    allocated] in *; fold stop; try lia.
Qed.

Lemma truncated_blocks_spec s : sane dyadic_blocks s ->
  sane dyadic_blocks (truncated_blocks s) /\ keeps s (truncated_blocks s) /\ no_longer s (truncated_blocks s) /\
  (truncate (options s) <> Memory -> allocated (truncated_blocks s) = allocated s).
Proof.
  intros S. destruct (without_empty_tops_spec S) as (base & rest & kept & qs & _ & _ & _ & _ & _ & S' & K & N & A).
  assert (forall s', sane dyadic_blocks s' -> space_of s' <= allocated s') as M.
  { intros s' X. destruct (doubling X) as (n & N0 & ->). pose proof (Z.pow_pos_nonneg 2 n ltac:(lia) N0).
    pose proof (tiled_counts (tiles X)). unfold space_of in *. nia. }
  unfold truncated_blocks. destruct (truncate (options s)).
  - split; auto. split; [repeat split; auto|]. split; [unfold no_longer; lia | auto].
  - auto.
  - destruct (_ <? _); auto. split; [now apply reallocated_sane|]. split; [exact K|]. split; [|congruence].
    specialize (M _ S'). unfold no_longer, opened_of, space_of in *. cbn [reallocated partitions allocated].
    unfold space_of. lia.
Qed.

(** * The design *)

Theorem dyadic_sound : sound_design (E := E) dyadic dyadic_blocks.
Proof.
  constructor; cbn [untouched grown truncated shrunk dyadic].
  - intros o ps ps' Es Ez. assert (forall space ps ps', map start ps' = map start ps -> map size ps' = map size ps ->
      doubling_from space ps -> doubling_from space ps') as H.
    { clear. intros space ps. revert space.
      induction ps as [|p ps IH]; intros space [|p' ps'] A B; try discriminate; auto. cbn [map doubling_from] in *.
      intros (X & Y & Z0). repeat split; [congruence | congruence|]. apply IH; congruence. }
    destruct ps as [|p ps], ps' as [|p' ps']; try discriminate; auto. cbn [map dyadic_blocks] in *.
    intros (X & Y & Z0). repeat split; [congruence | congruence|]. apply (H _ ps); congruence.
  - intros o ps G. destruct (blocks_sum o ps G) as (n & -> & _). pose proof (least_positive o).
    pose proof (power_positive n). nia.
  - intros o space L H. split; [split; [reflexivity | split; [reflexivity | apply blocks_doubling]]|].
    split; [apply untouched_tiled|]. rewrite untouched_sum. apply reserve_makes_room, least_positive.
  - intros s S. unfold space_of. destruct (blocks_sum _ _ (regular S)) as (n & -> & _). apply untouched_exact.
  - intros s S F. destruct (one_block_more_sane S F) as (S' & L & O & Z2). assert (0 < space_of s).
    { unfold space_of. destruct (blocks_sum _ _ (regular S)) as (n & -> & _). pose proof (least_positive (options s)).
      pose proof (power_positive n). nia. }
    split; [auto|]. repeat split; auto; lia.
  - intros s S _ _. destruct (truncated_blocks_spec S) as (A & B & _). auto.
  - intros s S. destruct (without_empty_tops_spec S) as (base & rest & kept & qs & _ & _ & _ & _ & _ & S' & K & _).
    auto.
Qed.

Theorem dyadic_bounded : bounded_design (E := E) dyadic dyadic_blocks.
Proof.
  constructor; cbn [untouched grown truncated shrunk dyadic].
  - intros o space L H. rewrite untouched_sum. pose proof (least_positive o).
    assert (least_space o <= initial_space o) by (unfold initial_space; lia).
    destruct (reserve_allocates_less_than_twice_what_is_needed (Z.to_nat (Z.log2_up space)) (least_space o) space);
      destruct H as [-> | ->]; lia.
  - intros o space. cbn [base_and_blocks sum empty opened]. now rewrite blocks_opened.
  - intros s S F. destruct (one_block_more_sane S F) as (_ & _ & O & Z2). auto.
  - intros s S. now apply truncated_blocks_spec.
  - intros s S. destruct (without_empty_tops_spec S) as (base & rest & kept & qs & _ & _ & _ & _ & _ & _ & _ & N & _).
    auto.
Qed.

Theorem dyadic_frugal : frugal_design (E := E) dyadic dyadic_blocks.
Proof.
  constructor; [reflexivity|]. intros s S M. split; [now apply truncated_blocks_spec|]. cbn [dyadic truncated].
  unfold truncated_blocks, without_empty_tops.
  destruct (truncate (options s)); [..|congruence]; now destruct (partitions s).
Qed.

End Invariant.
#[export] Existing Instance dyadic_sound.
#[export] Existing Instance dyadic_bounded.
