(** A halving hands the old q2 over to h2, and splits the old q1, with its free list, into q1 and q2 (R5). *)
From Lists Require Export Lengths.
From Lists.StableList Require Export Model.

(** The partitions of a lawful space: one quarter, one quarter, one half. *)
Definition quarters : geometry := fun o ps =>
  exists q, 0 < q /\ least_space o <= 4 * q /\ map start ps = [0; q; 2 * q] /\ map size ps = [q; q; 2 * q].

Section Halving.
Context {E : Type}.
Implicit Types (s : state E).

(** What is known of the three partitions of a list, and of its numbers. *)
Record thirds s (q : Z) (q1 q2 h2 : partition) (l1 l2 l3 : list Z) : Prop := {
  are : partitions s = [q1; q2; h2];
  is_top : top s = h2;
  in_q1 : sound (contents s) 0 q1 l1;
  in_q2 : sound (contents s) q q2 l2;
  in_h2 : sound (contents s) (2 * q) h2 l3;
  numbers : (0 < q /\ least_space (options s) <= 4 * q) /\
    (start q1 = 0 /\ start q2 = q /\ start h2 = 2 * q) /\ (size q1 = q /\ size q2 = q /\ size h2 = 2 * q) /\
    (0 <= live q1 <= opened q1 /\ opened q1 <= q) /\ (0 <= live q2 <= opened q2 /\ opened q2 <= q) /\
    (0 <= live h2 <= opened h2 /\ opened h2 <= 2 * q) /\
    (0 < opened q2 + opened h2 -> opened q1 = q) /\ (0 < opened h2 -> opened q2 = q) /\ space_of s = 4 * q /\
    live_of s = live q1 + live q2 + live h2 /\ opened_of s = opened q1 + opened q2 + opened h2;
}.

Lemma sane_thirds s : sane quarters s -> exists q q1 q2 h2 l1 l2 l3, thirds s q q1 q2 h2 l1 l2 l3.
Proof.
  intros [T _ _ (q & Q & L & A & Z) _]. destruct (partitions s) as [|q1 [|q2 [|h2 [|]]]] eqn:P; try discriminate.
  assert ((start q1 = 0 /\ start q2 = q /\ start h2 = 2 * q) /\ size q1 = q /\ size q2 = q /\ size h2 = 2 * q) as (A'
    & Z1 & Z2 & Z3) by (cbn [map] in A, Z; repeat split; congruence). inversion_clear T as [|? ? l1 ? S1 P1 T1].
  inversion_clear T1 as [|? ? l2 ? S2 P2 T2]. inversion_clear T2 as [|? ? l3 ? S3 P3 _]. cbn [sum] in *.
  replace (0 + size q1) with q in S2 by lia. replace (0 + size q1 + size q2) with (2 * q) in S3 by lia.
  pose proof (sound_counts S1). pose proof (sound_counts S2). pose proof (sound_counts S3).
  exists q, q1, q2, h2, l1, l2, l3.
  constructor; auto; unfold top, space_of, live_of, opened_of; rewrite P; cbn [sum]; [reflexivity | lia].
Qed.

(** * The cells after a halving *)

Section Cells.
Context (c : cells E) (half cut : Z) (stay pushed : list Z).
Definition dealt : cells E := linked (linked (without c (positions (Z.to_nat cut) half)) stay) pushed.
Hypothesis entries : forall i, In i stay \/ In i pushed -> 0 <= i < half /\ vacant c i.
Hypothesis all_cut : forall i, half <= i -> get c i <> None -> i < half + cut.

(** Entries stay vacant; of the others, those beyond the half are cut off. *)
Lemma dealt_cell i :
  vacant dealt i /\ i < half /\ vacant c i \/ get dealt i = if i <? half then get c i else None.
Proof.
  set (c0 := without c (positions (Z.to_nat cut) half)).
  assert (forall i, get c0 i = if i <? half then get c i else None) as G by (intros; now apply get_cut).
  assert (forall j, In j stay \/ In j pushed -> 0 <= j /\ vacant c0 j) as V.
  { intros j J. destruct (entries j J) as [R W]. split; [lia|]. unfold vacant. rewrite G.
    destruct (Z.ltb_spec j half); [exact W | lia]. }
  assert (vacant c0 i -> i < half /\ vacant c i) as B.
  { unfold vacant. rewrite G. destruct (Z.ltb_spec i half); [auto | intros [n N]; discriminate]. }
  assert (forall j, In j pushed -> 0 <= j /\ vacant (linked c0 stay) j) as V'.
  { intros j J. destruct (V j) as [P W]; auto. split; auto.
    destruct (linked_or_same stay j (fun j J => V j (or_introl J))) as [[X _] | X]; auto. unfold vacant.
    now rewrite X. }
  rewrite <- G. unfold dealt. fold c0.
  destruct (linked_or_same pushed i V') as [[X Y] | P], (linked_or_same stay i (fun j J => V j (or_introl J))) as [[Z0
    W] | Q]; unfold vacant in *; rewrite ?P, ?Q in *; auto.
Qed.

Lemma dealt_vacant i : i < half -> (vacant dealt i <-> vacant c i).
Proof.
  intros I. destruct (dealt_cell i) as [|G]; [tauto|]. unfold vacant. rewrite G.
  destruct (Z.ltb_spec i half); [tauto | lia].
Qed.

Lemma dealt_opened i : get dealt i <> None <-> i < half /\ get c i <> None.
Proof.
  destruct (dealt_cell i) as [(V & I & W) | ->]; [split; eauto using vacant_opened|].
  destruct (Z.ltb_spec i half); intuition lia.
Qed.

Lemma dealt_has i e id : get dealt i = Some (Has e id) <-> i < half /\ get c i = Some (Has e id).
Proof.
  destruct (dealt_cell i) as [([n V] & I & [m W]) | ->]; [rewrite V, W; easy|].
  destruct (Z.ltb_spec i half); intuition (discriminate || lia).
Qed.

Lemma dealt_chains : NoDup stay -> NoDup pushed -> (forall i, In i stay -> ~ In i pushed) ->
  chain dealt (hd_error stay) stay /\ chain dealt (hd_error pushed) pushed.
Proof.
  intros N N' X. split; [apply chain_frame with (linked (without c (positions (Z.to_nat cut) half)) stay)|].
  - intros i I. apply linked_other. auto.
  - apply linked_chain; auto. intros i I. apply entries. auto.
  - apply linked_chain; auto. intros i I. apply entries. auto.
Qed.

End Cells.

Lemma can_halve_spec s q q1 q2 h2 l1 l2 l3 : thirds s q q1 q2 h2 l1 l2 l3 -> can_halve s = true ->
  live h2 = 0 /\ exists h, q = 2 * h /\ 0 < h /\ least_space (options s) <= 4 * h.
Proof.
  intros T. unfold can_halve, may_halve. rewrite (is_top T). rewrite !andb_true_iff, !Z.eqb_eq, Z.leb_le.
  pose proof (numbers T). intros (Z0 & (_ & L) & M). split; auto. exists (q / 2). Z.to_euclidean_division_equations.
  lia.
Qed.

(** A halving at once: the free list of q1 is dealt out; live elements stay where they are. *)
Lemma halved_thirds s q q1 q2 h2 l1 l2 l3 h : sane quarters s -> thirds s q q1 q2 h2 l1 l2 l3 ->
  q = 2 * h -> 0 < h -> least_space (options s) <= 4 * h -> live h2 = 0 ->
  exists q1' q2' stay pushed, thirds (halved s) h q1' q2' q2 stay pushed l2 /\
    sane quarters (halved s) /\ keeps s (halved s) /\
    stay = filter (fun i => i <? h) l1 /\ pushed = rev (filter (fun i => negb (i <? h)) l1) /\
    opened q1' = Z.min (opened q1) h /\ opened q2' = opened q1 - Z.min (opened q1) h.
Proof.
  intros S T Q H L Z0. pose proof T as [P _ S1 S2 S3 B]. pose proof (sound_list S1) as W.
  assert (space_of s = 4 * q) as Z by lia. pose proof (exact S1) as X. pose proof (acyclic S1) as N.
  set (stay := filter (fun i => i <? h) l1). set (pushed := rev (filter (fun i => negb (i <? h)) l1)).
  set (cut := Z.max 0 (opened_of s - 2 * q)). set (c' := dealt (contents s) (2 * q) cut stay pushed).
  set (kept := Z.min (opened q1) h). pose proof (eq_refl : kept = Z.min (opened q1) h) as K. clearbody kept.
  assert (halved s = State (options s) (allocated s) (next_id s) c' [with_free 0 h kept stay; with_free h h (opened q1
    - kept) pushed; q2] (dropping cut (spent s))) as R.
  { rewrite K. unfold halved. rewrite P, Z.
    replace (4 * q / 2) with (2 * q) by (Z.to_euclidean_division_equations; lia).
    replace (2 * q / 4) with h by (Z.to_euclidean_division_equations; lia). rewrite W. reflexivity. }
  assert (forall i, In i stay <-> In i l1 /\ 0 <= i < 0 + h) as IS.
  { intros i. unfold stay. rewrite filter_In, Z.ltb_lt, X. intuition lia. }
  assert (forall i, In i pushed <-> In i l1 /\ h <= i < h + h) as IP.
  { intros i. unfold pushed. rewrite <- in_rev, filter_In, negb_true_iff, Z.ltb_ge, X. intuition lia. }
  assert (forall i, In i stay \/ In i pushed -> 0 <= i < 2 * q /\ vacant (contents s) i) as EN.
  { intros i. rewrite IS, IP, X. intuition lia. }
  assert (forall i, 2 * q <= i -> get (contents s) i <> None -> i < 2 * q + cut) as AC.
  { intros i I O%(sane_touched i S). unfold cut. lia. }
  assert (forall i, get c' i <> None <-> i < 2 * q /\ get (contents s) i <> None) as O' by (apply dealt_opened; auto).
  assert (NoDup stay) as N1 by now apply NoDup_filter.
  assert (NoDup pushed) as N2 by now apply NoDup_rev, NoDup_filter.
  destruct (dealt_chains cut EN) as [Ch1 Ch2]; auto; [intros i; rewrite IS, IP; lia|].
  assert (forall a o l, 0 <= a -> a + h <= q -> 0 <= o <= h -> NoDup l -> chain c' (hd_error l) l -> (forall i,
    In i l <-> In i l1 /\ a <= i < a + h) -> (forall i, a <= i < a + h -> (i < opened q1 <-> i < a + o)) -> sound c' a
    (with_free a h o l) l) as So.
  { intros a o l A A' Oo N' Ch I Bo. constructor; cbn; auto; try lia.
    - intros i. rewrite I, X. split.
      + intros [[R' V] J]. split; [split; [lia | apply Bo; lia]|]. apply dealt_vacant; auto. lia.
      + intros [J V]. apply dealt_vacant in V; auto; [|lia]. assert (i < opened q1) by (apply Bo; lia).
        repeat split; auto; lia.
    - intros i J. rewrite O', (touched S1), <- Bo by lia. lia. }
  assert (sound c' 0 (with_free 0 h kept stay) stay) as S1' by (apply So; auto; lia).
  assert (sound c' h (with_free h h (opened q1 - kept) pushed) pushed) as S2' by (apply So; auto; lia).
  assert (sound c' (2 * h) q2 l2) as S3'.
  { rewrite <- Q. apply (sound_frame (c := (contents s))); auto. intros i I. unfold c', dealt.
    rewrite !linked_other, get_cut by (rewrite ?IS, ?IP, ?X; auto; lia). destruct (Z.ltb_spec i (2 * q)); auto. lia. }
  assert (thirds (halved s) h (with_free 0 h kept stay) (with_free h h (opened q1 - kept) pushed) q2 stay pushed l2)
    as T'.
  { pose proof (sound_counts S1'). pose proof (sound_counts S2'). rewrite R.
    constructor; unfold top, space_of, live_of, opened_of; fields; auto; cbn [sum with_free start size live opened] in
      *. lia. }
  exists (with_free 0 h kept stay), (with_free h h (opened q1 - kept) pushed), stay, pushed. split; [exact T'|].
  assert (space_of (halved s) = 4 * h) as Z' by apply T'. rewrite R in *. split; [|split; [|auto 6]].
  - constructor; fields; try apply S; rewrite ?Z'.
    + apply one_more with stay; cbn [sum size opened with_free]; [exact S1' | lia|].
      apply one_more with pushed; cbn [sum size opened with_free]; [exact S2' | lia|].
      apply one_more with l2; [|cbn; lia | constructor]. now replace (0 + h + h) with (2 * h) by lia.
    + intros i I%O'. lia.
    + destruct (doubling S) as (n & N0 & ->). exists (n + 1). rewrite Z, Z.pow_add_r by lia. lia.
    + exists h. cbn [map start size with_free]. destruct (begins S3') as [-> _].
      replace (size q2) with (2 * h) by lia. auto.
  - split; [|split]; [reflexivity..|]. intros i e id. fields. unfold c'. rewrite dealt_has by auto. split; [tauto|].
    intros G. split; auto. destruct (Z_lt_le_dec i (2 * q)) as [|J]; auto. exfalso.
    apply (sound_idle (i := i) S3 Z0); [|now exists e, id]. pose proof (sane_inside _ S G). lia.
Qed.

End Halving.
