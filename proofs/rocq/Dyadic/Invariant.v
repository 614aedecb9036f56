(** A dyadic list guarantees what a design has to: its invariant holds after every operation. *)
From Lists Require Export Lengths.
From Lists.Dyadic Require Export Model.

(** Each block begins where those before it end, and is as long as all of them. *)
Fixpoint doubling_from (space : Z) (places : list (Z * Z)) : Prop :=
  match places with [] => True | p :: rest => p = (space, space) /\ doubling_from (2 * space) rest end.
Definition dyadic_blocks : geometry := fun o places =>
  match places with [] => False | base :: rest => base = (0, least_space o) /\ doubling_from (least_space o) rest end.

Section Invariant.
Context {E : Type}.
Implicit Types (s : state E) (ps : list partition).

(** So many blocks more double the space so many times. *)
Lemma doubling_sum ps : forall space, doubling_from space (map place ps) ->
  space + sum size ps = space * 2 ^ Z.of_nat (length ps).
Proof.
  induction ps as [|p ps IH]; intros space; cbn [map doubling_from sum length]; [lia|]. intros ([= _ ->] & D).
  specialize (IH _ D). rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. lia.
Qed.

Lemma blocks_sum o ps : dyadic_blocks o (map place ps) -> exists n,
  sum size ps = least_space o * 2 ^ Z.of_nat n /\ length ps = S n.
Proof.
  destruct ps as [|base rest]; [easy|]. intros ([= _ Z0] & D). exists (length rest). cbn [sum]. rewrite Z0.
  split; [now apply doubling_sum | reflexivity].
Qed.

Lemma power_positive n : 0 < 2 ^ Z.of_nat n.
Proof. apply Z.pow_pos_nonneg; lia. Qed.

Lemma doubling_app qs ps : forall space, doubling_from space (map place (ps ++ qs)) <->
  doubling_from space (map place ps) /\ doubling_from (space + sum size ps) (map place qs).
Proof.
  induction ps as [|p ps IH]; intros space; cbn [map doubling_from sum app]; [rewrite Z.add_0_r; tauto|]. rewrite IH.
  split; [intros (P & A & B) | intros ((P & A) & B)]; pose proof (f_equal snd P) as Q; cbn in Q;
    replace (space + (size p + sum size ps)) with (2 * space + sum size ps) in * by lia; auto.
Qed.

(** * An untouched space *)

(** The space that the blocks make is that of the loop of [Reserve]. *)
Lemma blocks_spec fuel : forall space wanted, 0 < space -> let ps := blocks fuel space wanted in
  doubling_from space (map place ps) /\ tiled (none : cells E) space ps /\ space + sum size ps = doubled fuel space
    wanted.
Proof.
  induction fuel as [|n IH]; intros space wanted P; cbn [blocks doubled].
  - cbn. lia.
  - destruct (space <? wanted); [|cbn; lia]. destruct (IH (2 * space) wanted) as (D & T & <-); [lia|].
    pose proof (tiled_untouched T). cbn [map doubling_from tiled sum empty start size].
    replace (space + space) with (2 * space) by lia.
    assert (sound (none : cells E) (empty space space)); [|intuition lia].
    apply sound_packed; intros; try apply get_none; lia.
Qed.

Lemma untouched_blocks o wanted : let ps := base_and_blocks o wanted in dyadic_blocks o (map place ps) /\
  tiled (none : cells E) 0 ps /\ sum size ps = doubled (Z.to_nat (Z.log2_up wanted)) (least_space o) wanted.
Proof.
  pose proof (least_positive o) as P. unfold base_and_blocks.
  destruct (blocks_spec (Z.to_nat (Z.log2_up wanted)) wanted P) as (D & T & <-). pose proof (tiled_untouched T).
  cbn [map dyadic_blocks tiled sum empty start size]. assert (sound (none : cells E) (empty 0 (least_space o))).
  { apply sound_packed; intros; try apply get_none; lia. }
  intuition lia.
Qed.

Lemma untouched_exact o n : let space := least_space o * 2 ^ Z.of_nat n in
  sum size (base_and_blocks o space) = space.
Proof.
  cbv zeta. set (space := _ * _). destruct (untouched_blocks o space) as (_ & _ & ->).
  pose proof (least_positive o) as P. pose proof (reserve_makes_room space P) as R. pose proof (power_positive n).
  destruct (doubled_spec (Z.to_nat (Z.log2_up space)) (least_space o) space) as [(m & M & Q) [L | L]];
    [unfold space in *; nia|]. rewrite Q in *. unfold space in *. f_equal. f_equal.
  apply Z.mul_le_mono_pos_l, Z.pow_le_mono_r_iff in R; try lia.
  assert (2 ^ m < 2 ^ (Z.of_nat n + 1)) as X by (rewrite Z.pow_add_r by lia; nia).
  apply Z.pow_lt_mono_r_iff in X; lia.
Qed.

(** * Truncation *)

Lemma up_to_last_live_spec ps : exists qs, ps = up_to_last_live ps ++ qs /\ (forall q, In q qs -> live q = 0) /\
  (up_to_last_live ps = [] \/ live (last (up_to_last_live ps) (empty 0 0)) <> 0).
Proof.
  induction ps as [|p ps IH]; [exists []; repeat split; [easy | auto]|]. cbn [up_to_last_live].
  destruct IH as (qs & Q & Z0 & L). destruct (up_to_last_live ps) as [|k ks].
  - cbn [app] in Q. subst qs. destruct (Z.eqb_spec (live p) 0) as [P|P].
    + exists (p :: ps). split; [reflexivity|]. split; [|auto]. intros q [<- | I]; auto.
    + exists ps. auto.
  - exists qs. split; [cbn [app]; now f_equal|]. split; [exact Z0|]. right. now destruct L.
Qed.

(** Without its empty top blocks, a list has the same elements. *)
Lemma without_empty_tops_spec s : sane dyadic_blocks s -> exists base kept qs,
  partitions s = base :: kept ++ qs /\ partitions (without_empty_tops s) = base :: kept /\
  (forall q, In q qs -> live q = 0) /\ (kept = [] \/ live (last kept (empty 0 0)) <> 0) /\
  shortened dyadic_blocks s (without_empty_tops s).
Proof.
  intros S. pose proof (regular S) as G. pose proof (tiles S) as T.
  destruct (partitions s) as [|base rest] eqn:P; [easy|]. destruct (up_to_last_live_spec rest) as (qs & Q & Z0 & L).
  set (kept := up_to_last_live rest) in *. exists base, kept, qs. rewrite Q in *. rewrite app_comm_cons in T, P.
  apply tiled_app in T as (T1 & T2 & O). rewrite Z.add_0_l in T2. set (stop := sum size (base :: kept)) in *.
  set (cut := Z.max 0 (opened_of s - stop)).
  assert (without_empty_tops s = State (options s) (allocated s) (next_id s) (without (contents s) (positions
    (Z.to_nat cut) stop)) (base :: kept) (dropping cut (spent s))) as R.
  { unfold without_empty_tops. rewrite P. cbn [app]. now rewrite <- Q. }
  assert (forall i, get (without (contents s) (positions (Z.to_nat cut) stop)) i = if i <? stop then get (contents s)
    i else None) as C.
  { intros i. apply get_cut. intros j _ I%(sane_touched _ S). unfold cut. lia. }
  destruct G as ([= A B] & D). apply doubling_app in D as [D D']. pose proof (doubling_sum _ _ D) as N1.
  pose proof (doubling_sum _ _ D') as N2.
  assert (space_of s = stop + sum size qs) as Es by (unfold space_of; now rewrite P, sum_app). split; [reflexivity|].
  split; [now rewrite R|]. repeat (split; [easy|]).
  apply (cut_shortened (n := Z.of_nat (length qs)) _ S); rewrite ?R; try easy; try lia.
  - intros i. right. apply C.
  - unfold space_of at 1. fields. fold stop. rewrite Es. intros i I. apply (tiled_idle T2); [|lia]. clear - Z0.
    induction qs as [|q qs IH]; cbn; auto. rewrite IH, Z0 by auto with datatypes. reflexivity.
  - rewrite Es. unfold space_of. fields. fold stop. unfold stop in *. cbn [sum] in *. lia.
  - cbn [partitions map dyadic_blocks]. unfold place at 1. now rewrite A, B.
  - fields. apply (tiled_frame (c := (contents s))); auto. intros i I. rewrite C. fold stop in I.
    destruct (Z.ltb_spec i stop); auto. lia.
Qed.

Theorem dyadic_sound : sound_design (E := E) dyadic dyadic_blocks.
Proof.
  constructor; cbn [untouched grown truncated shrunk dyadic].
  - intros o ps G. destruct (blocks_sum o ps G) as (n & -> & _). pose proof (least_positive o).
    pose proof (power_positive n). nia.
  - intros o. exists [empty 0 (least_space o)]. split; [repeat split | cbn [sum size empty]; lia].
  - intros o. destruct (untouched_blocks o (initial_space o)) as (G & T & ->). split; [exact G|]. split; [exact T|].
    pose proof (least_positive o). assert (least_space o <= initial_space o) by (unfold initial_space; lia).
    destruct (doubled_spec (Z.to_nat (Z.log2_up (initial_space o))) (least_space o) (initial_space o)) as [_ B]. lia.
  - intros o ps G. destruct (blocks_sum _ _ G) as (n & -> & _).
    destruct (untouched_blocks o (least_space o * 2 ^ Z.of_nat n)) as (G' & T & _). auto using untouched_exact.
  - reflexivity.
  - intros s S _. pose proof (sane_counts S). unfold one_block_more, space_of, live_of, opened_of in *. fields.
    rewrite !sum_app. cbn [sum empty size live opened]. split; [|split; [|lia]].
    + pose proof (regular S) as G. unfold dyadic_blocks in *. destruct (partitions s) as [|base rest]; [easy|].
      destruct G as ([= A B] & Dbl). cbn [app map sum]. unfold place at 1. rewrite A, B. split; auto.
      apply doubling_app. repeat split; auto.
    + apply tiled_app. split; [apply S|]. cbn [tiled sum empty start opened size]. split; [|lia].
      split; [split; [lia|] | split; [lia | exact I]]. apply sound_packed; intros; try lia.
      destruct (get (contents s) i) eqn:G; auto. assert (i < space_of s) by (apply S; congruence).
      unfold space_of in *. lia.
  - intros s S. destruct (without_empty_tops_spec S) as (base & kept & qs & _ & _ & _ & _ & W).
    unfold truncated_blocks. destruct (truncate (options s)) eqn:M; auto using shortened_refl. destruct (_ <? _); auto.
    apply (shortened_trans W), reallocated_shortened; [apply W|]. now destruct (shorter_keeps W) as [-> _].
  - intros s S. now destruct (without_empty_tops_spec S) as (base & kept & qs & _ & _ & _ & _ & W).
Qed.

End Invariant.
#[export] Existing Instance dyadic_sound.
