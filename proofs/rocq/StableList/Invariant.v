(** StableList guarantees what a design has to: its invariant holds after every operation. *)
From Lists.StableList Require Export Halving.

Section Invariant.
Context {E : Type}.
Implicit Types (s : state E).

(** * Costs and memory are no part of what [keeps] compares *)

Lemma keeps_refl s : keeps s s.
Proof. repeat split; auto. Qed.

Lemma keeps_trans s1 s2 s3 : keeps s1 s2 -> keeps s2 s3 -> keeps s1 s3.
Proof.
  intros (O1 & N1 & E1) (O2 & N2 & E2). split; [congruence|]. split; [congruence|]. intros i e id.
  rewrite (E2 i e id). apply E1.
Qed.

Lemma with_cost_sane g s x : sane g s -> sane g (with_cost s x).
Proof. intros []. now constructor. Qed.

Lemma halved_by_removal_like s : halved_by_removal s = walked s \/
  truncate (options s) = Memory /\ halved_by_removal s = reallocated (walked s).
Proof. unfold halved_by_removal. destruct (truncate (options s)); auto. Qed.

Lemma halved_sane s : sane quarters s -> can_halve s = true -> sane quarters (halved s) /\ keeps s (halved s).
Proof.
  intros S C. destruct (sane_thirds S) as (q & q1 & q2 & h2 & l1 & l2 & l3 & T).
  destruct (can_halve_spec T C) as (Z0 & h & Q & H & L).
  destruct (halved_thirds (h := h) S T) as (q1' & q2' & stay & pushed & _ & S' & K & _); auto.
Qed.

Lemma halved_by_removal_sane s : sane quarters s -> can_halve s = true ->
  sane quarters (halved_by_removal s) /\ keeps s (halved_by_removal s).
Proof.
  intros S C. destruct (halved_sane S C) as [S' K]. assert (sane quarters (walked s)) as W by now apply with_cost_sane.
  destruct (halved_by_removal_like s) as [-> | [_ ->]]; auto using reallocated_sane.
Qed.

(** * A cascade *)

(** What every step of a cascade keeps, the cascade keeps. *)
Lemma cascade_ind (P : state E -> Prop) halve : (forall s, P s -> can_halve s = true -> P (halve s)) ->
  forall fuel s, P s -> P (cascade halve fuel s).
Proof. intros H fuel. induction fuel as [|fuel IH]; intros s I; cbn; auto. destruct (can_halve s) eqn:C; auto. Qed.

Lemma as_far_as_possible_sane halve :
  (forall s, sane quarters s -> can_halve s = true -> sane quarters (halve s) /\ keeps s (halve s)) ->
  forall s, sane quarters s -> sane quarters (as_far_as_possible halve s) /\ keeps s (as_far_as_possible halve s).
Proof.
  intros H s S. apply (cascade_ind (fun s' => sane quarters s' /\ keeps s s')); auto using keeps_refl.
  intros s' [S' K] C. destruct (H s' S' C). split; auto. eauto using keeps_trans.
Qed.

(** * Sizes *)

Lemma round_up_quarters n : exists q, 0 < q /\ round_up n = 4 * q.
Proof. unfold round_up. exists (Z.max 1 ((n + 3) / 4)). lia. Qed.

Lemma least_quarters o : exists q, 0 < q /\ least_space o = 4 * q.
Proof. apply round_up_quarters. Qed.

Lemma initial_quarters o : exists q, 0 < q /\ initial_space o = 4 * q.
Proof.
  unfold initial_space. destruct (least_quarters o) as (m & M & ->), (round_up_quarters (capacity o)) as (n & N & ->).
  exists (Z.max m n). lia.
Qed.

Lemma divided q : 4 * q / 4 = q /\ 4 * q / 2 = 2 * q.
Proof. Z.to_euclidean_division_equations. lia. Qed.

Lemma three_quarters o a b c q : 0 < q -> least_space o <= 4 * q -> quarters o (three a b c (4 * q)).
Proof. intros Q L. exists q. unfold three. destruct (divided q) as [-> ->]. auto. Qed.

Lemma three_sum f a b c q : sum f (three a b c (4 * q)) =
  f (Partition 0 q a a None) + (f (Partition q q b b None) + (f (Partition (2 * q) (2 * q) c c None) + 0)).
Proof. unfold three. destruct (divided q) as [-> ->]. reflexivity. Qed.

(** A partition that is full, or untouched. *)
Lemma sound_filled_up (c : cells E) a z : 0 <= a -> 0 <= z -> (forall i, a <= i < a + z -> inhabited c i) ->
  sound c a (Partition a z z z None) [].
Proof.
  intros A Z0 H. constructor; cbn; auto using NoDup_nil; try lia.
  - intros i. split; [easy|]. intros [R V]. exfalso. eauto using not_both.
  - intros i R. split; [lia|]. intros _. apply inhabited_opened. auto.
Qed.

(** * The design *)

Lemma quarters_sum o ps : quarters o ps -> exists q, 0 < q /\ sum size ps = 4 * q /\ least_space o <= 4 * q.
Proof.
  intros (q & Q & L & _ & Z). exists q. repeat split; auto.
  rewrite (sum_sizes [empty 0 q; empty 0 q; empty 0 (2 * q)] ps Z). cbn [sum size empty]. lia.
Qed.

Lemma space_quarters s : sane quarters s -> exists q, 0 < q /\ space_of s = 4 * q /\ least_space (options s) <= 4 * q.
Proof. intros S. apply quarters_sum, S. Qed.

Lemma untouched_tiled q : 0 < q -> tiled (none : cells E) 0 (three 0 0 0 (4 * q)).
Proof.
  intros Q. unfold three. destruct (divided q) as [-> ->].
  assert (forall a z, 0 <= a -> 0 <= z -> sound (none : cells E) a (Partition a z 0 0 None) []) as U.
  { intros a z A Z0. apply sound_untouched; auto. intros. apply get_none. }
  econstructor; [apply U; lia | cbn; lia |]. econstructor; [apply U; cbn; lia | cbn; lia |].
  econstructor; [|cbn; lia | constructor]. cbn [size]. replace (0 + q + q) with (2 * q) by lia. apply U; lia.
Qed.

Lemma doubled_space_sane s : sane quarters s -> live_of s = space_of s ->
  sane quarters (doubled_space s) /\ options (doubled_space s) = options s /\
  next_id (doubled_space s) = next_id s /\ contents (doubled_space s) = contents s /\
  live_of (doubled_space s) < space_of (doubled_space s) /\ live_of (doubled_space s) = live_of s /\
  space_of (doubled_space s) = 2 * space_of s.
Proof.
  intros S F. destruct (space_quarters S) as (q & Q & Z & L).
  assert (forall i, 0 <= i < 4 * q -> inhabited (contents s) i) as A.
  { intros i I. pose proof (sane_counts S) as C. unfold live_of, opened_of, space_of in *.
    apply (tiled_full (tiles S)); lia. }
  assert (forall i, 4 * q <= i -> get (contents s) i = None) as B.
  { intros i I. destruct (get (contents s) i) eqn:G; auto. assert (i < space_of s) by (apply S; congruence). lia. }
  unfold doubled_space. rewrite Z. replace (2 * (4 * q)) with (4 * (2 * q)) by lia. rewrite (proj1 (divided (2 * q))).
  set (ps := three (2 * q) (2 * q) 0 (4 * (2 * q))). assert (sum size ps = 8 * q /\ sum live ps = 4 * q) as [Zs Ls].
  { unfold ps. rewrite !three_sum. cbn [size live]. lia. }
  unfold space_of, live_of in *. cbn [options next_id contents partitions]. rewrite Zs, Ls.
  repeat split; auto; try lia; cbn [options allocated contents partitions]; unfold space_of; cbn [partitions]; rewrite
    ?Zs.
  - unfold ps, three. destruct (divided (2 * q)) as [-> ->].
    econstructor; [apply sound_filled_up; try lia; intros; apply A; lia | cbn [sum opened size]; lia |].
    econstructor; [apply sound_filled_up; cbn [size]; try lia; intros; apply A; lia | cbn [sum opened size]; lia |].
    econstructor; [|cbn [sum]; lia | constructor]. cbn [size]. replace (0 + 2 * q + 2 * q) with (2 * (2 * q)) by lia.
    apply sound_untouched; try lia. intros i I. apply B. lia.
  - intros i I. destruct (Z_lt_le_dec i (8 * q)) as [|J]; auto. exfalso. apply I, B. lia.
  - destruct (doubling S) as (n & N & M). unfold space_of in M. rewrite Z in M. rewrite M.
    destruct (Z.eq_dec n 0) as [-> | N0].
    + exists 0. lia.
    + exists (n - 1). split; [lia|]. assert (2 ^ n = 2 * 2 ^ (n - 1)) as W.
      { rewrite <- Z.pow_succ_r by lia. f_equal. lia. }
      assert (0 < 2 ^ (n - 1)) by (apply Z.pow_pos_nonneg; lia). nia.
  - apply three_quarters; lia.
  - apply S.
Qed.

(** Whatever the truncation, if it is sound itself. *)
Lemma quarters_sound truncation :
  (forall s, sane quarters s -> sane quarters (truncation s) /\ keeps s (truncation s)) ->
  sound_design (E := E) (Design nothing_opened doubled_space truncation shrunk_space) quarters.
Proof.
  intros H. constructor; cbn [untouched grown truncated shrunk]; auto.
  - intros o ps ps' Es Ez (q & Q & L & A & Z). exists q. rewrite Es, Ez. auto.
  - intros o ps (q & Q & -> & _)%quarters_sum. lia.
  - intros o space L K. assert (exists q, 0 < q /\ space = 4 * q /\ least_space o <= 4 * q) as (q & Q & -> & B).
    { destruct K as [(s & S & <- & ->) | [-> | ->]].
      - destruct (space_quarters S) as (q & Q & Z & B). exists q. auto.
      - destruct (least_quarters o) as (q & Q & ->). exists q. lia.
      - assert (least_space o <= initial_space o) by (unfold initial_space; lia).
        destruct (initial_quarters o) as (q & Q & I). exists q. lia. }
    split; [now apply three_quarters|]. split; [now apply untouched_tiled|]. unfold nothing_opened. rewrite three_sum.
    cbn [size]. lia.
  - intros s S. destruct (space_quarters S) as (q & Q & -> & B). unfold nothing_opened. rewrite three_sum. cbn [size].
    lia.
  - intros s S F. destruct (doubled_space_sane S F) as (A & B & C & D & G & I & _). auto 10.
  - intros s S. apply as_far_as_possible_sane; auto using halved_sane.
Qed.

Lemma truncated_space_sane s : sane quarters s -> sane quarters (truncated_space s) /\ keeps s (truncated_space s).
Proof.
  intros S. unfold truncated_space. destruct (truncate (options s)); auto using keeps_refl;
    apply as_far_as_possible_sane; auto using halved_by_removal_sane.
Qed.

Theorem stable_list_sound : sound_design (E := E) stable_list quarters.
Proof. exact (quarters_sound _ truncated_space_sane). Qed.

End Invariant.
#[export] Existing Instance stable_list_sound.
