(** A halving hands the old q2 over to h2, and splits the old q1, with its free list, into q1 and q2 (R5). *)
From Lists Require Export Lengths.
From Lists.StableList Require Export Model.

(** The partitions of a lawful space: one quarter, one quarter, one half. *)
Definition quarters : geometry := fun o places =>
  exists q, 0 < q /\ least_space o <= 4 * q /\ places = [(0, q); (q, q); (2 * q, 2 * q)].

Section Halving.
Context {E : Type}.
Implicit Types (s : state E).

(** What is known of the three partitions of a list, and of its numbers. *)
Record thirds s (q : Z) (q1 q2 h2 : partition) : Prop := {
  are : partitions s = [q1; q2; h2];
  is_top : top s = h2;
  in_q1 : sound (contents s) q1;
  in_q2 : sound (contents s) q2;
  in_h2 : sound (contents s) h2;
  numbers : (0 < q /\ least_space (options s) <= 4 * q) /\
    (start q1 = 0 /\ start q2 = q /\ start h2 = 2 * q) /\ (size q1 = q /\ size q2 = q /\ size h2 = 2 * q) /\
    (0 <= live q1 <= opened q1 /\ opened q1 <= q) /\ (0 <= live q2 <= opened q2 /\ opened q2 <= q) /\
    (0 <= live h2 <= opened h2 /\ opened h2 <= 2 * q) /\
    (0 < opened q2 + opened h2 -> opened q1 = q) /\ (0 < opened h2 -> opened q2 = q) /\ space_of s = 4 * q /\
    live_of s = live q1 + live q2 + live h2 /\ opened_of s = opened q1 + opened q2 + opened h2;
}.

Lemma sane_thirds s : sane quarters s -> exists q q1 q2 h2, thirds s q q1 q2 h2.
Proof.
  intros [T _ _ (q & Q & L & A) _]. destruct (partitions s) as [|q1 [|q2 [|h2 [|]]]] eqn:P; try discriminate.
  remember (2 * q) as w in A. injection A as A1 Z1 A2 Z2 A3 Z3.
  destruct T as ((_ & S1) & P1 & (_ & S2) & P2 & (_ & S3) & _). exists q, q1, q2, h2. cbn [sum] in *.
  constructor; auto; unfold top, space_of, live_of, opened_of; rewrite P; cbn [sum]; [reflexivity | tally].
Qed.

(** A halving at once: the free list of q1 is dealt out; live elements stay where they are. *)
Lemma halved_thirds s : sane quarters s -> can_halve s = true -> exists h q1 q2 h2 q1' q2',
  thirds s (2 * h) q1 q2 h2 /\ live h2 = 0 /\ shortened quarters s (halved s) /\ thirds (halved s) h q1' q2' q2 /\
  (let entries := free_list (contents s) q1 in
   free_list (contents (halved s)) q1' = filter (fun i => i <? h) entries /\
   free_list (contents (halved s)) q2' = rev (filter (fun i => negb (i <? h)) entries) /\
   free_list (contents (halved s)) q2 = free_list (contents s) q2) /\
  opened q1' = Z.min (opened q1) h /\ opened q2' = opened q1 - opened q1'.
Proof.
  intros S C. destruct (sane_thirds S) as (q & q1 & q2 & h2 & T). pose proof (numbers T) as B.
  unfold can_halve, may_halve in C. rewrite (is_top T), !andb_true_iff, !Z.eqb_eq, Z.leb_le in C.
  assert (exists h, q = 2 * h /\ least_space (options s) <= 4 * h) as (h & -> & L).
  { exists (q / 2). Z.to_euclidean_division_equations. lia. }
  destruct C as [Z0 _]. pose proof T as [P _ S1 S2 S3 _]. pose proof (exact S1) as X. pose proof (acyclic S1) as N.
  set (entries := free_list (contents s) q1) in *. set (stay := filter (fun i => i <? h) entries).
  set (pushed := rev (filter (fun i => negb (i <? h)) entries)). set (cut := Z.max 0 (opened_of s - 4 * h)).
  set (kept := Z.min (opened q1) h). set (c := without (contents s) (positions (Z.to_nat cut) (4 * h))).
  set (c' := linked (linked c stay) pushed).
  assert (halved s = State (options s) (allocated s) (next_id s) c' [with_free 0 h kept stay;
    with_free h h (opened q1 - kept) pushed; q2] (dropping cut (spent s))) as R.
  { unfold halved. rewrite P. replace (space_of s / 2) with (4 * h) by (Z.to_euclidean_division_equations; lia).
    now replace (4 * h / 4) with h by (Z.to_euclidean_division_equations; lia). }
  assert (forall i, In i stay <-> In i entries /\ 0 <= i < 0 + h) as IS.
  { intros i. unfold stay. rewrite filter_In, Z.ltb_lt, X. intuition lia. }
  assert (forall i, In i pushed <-> In i entries /\ h <= i < h + h) as IP.
  { intros i. unfold pushed. rewrite <- in_rev, filter_In, negb_true_iff, Z.ltb_ge, X. intuition lia. }
  assert (forall i, get c i = if i <? 4 * h then get (contents s) i else None) as Cu.
  { intros i. apply get_cut. intros j J O%(sane_touched j S). unfold cut. lia. }
  assert (cut_off (contents s) (4 * h) c') as Cut.
  { repeat apply cut_off_linked; [now right | intros i; rewrite ?IS, ?IP, X; intuition lia..]. }
  assert (forall a o l, 0 <= a -> a + h <= 2 * h -> 0 <= o <= h -> NoDup l -> chain c' (hd_error l) l -> (forall i, In
    i l <-> In i entries /\ a <= i < a + h) -> (forall i, a <= i < a + h -> (i < opened q1 <-> i < a + o)) ->
    free_list c' (with_free a h o l) = l /\ sound c' (with_free a h o l)) as So.
  { intros a o l A A' Oo N' Ch I Bo. apply threaded_sound. constructor; cbn; auto; try lia.
    - intros i. rewrite I, X. split.
      + intros [[R' V] J]. split; [split; [lia | apply Bo; lia]|]. apply (cut_off_spec i Cut); auto. lia.
      + intros [J V]. apply (cut_off_spec i Cut) in V; [|lia]. assert (i < opened q1) by (apply Bo; lia).
        repeat split; auto; lia.
    - intros i J. rewrite (proj1 (cut_off_spec i Cut)), (touched S1), <- Bo by lia. lia. }
  destruct (So 0 kept stay) as [F1 S1']; auto; try lia.
  { now apply NoDup_filter. }
  { apply chain_frame with (linked c stay); [intros i I; apply linked_other; rewrite IP, IS in *; lia|].
    apply linked_chain; [intros i; rewrite IS; lia | now apply NoDup_filter]. }
  destruct (So h (opened q1 - kept) pushed) as [F2 S2']; auto; try lia.
  { now apply NoDup_rev, NoDup_filter. }
  { apply linked_chain; [intros i; rewrite IP; lia | now apply NoDup_rev, NoDup_filter]. }
  assert (free_list c' q2 = free_list (contents s) q2 /\ sound c' q2) as [F3 S3'].
  { apply (sound_frame (c := contents s)); auto. intros i I. unfold c'.
    rewrite !linked_other, Cu by (rewrite ?IS, ?IP, ?X; lia). destruct (Z.ltb_spec i (4 * h)); auto. lia. }
  assert (space_of (halved s) = 4 * h) as Z' by (rewrite R; unfold space_of; cbn [partitions sum size with_free];
    lia). assert (shortened quarters s (halved s)) as W.
  { apply (cut_shortened (n := 1) _ S); rewrite ?Z'; try (rewrite R; reflexivity); try lia.
    - now rewrite R.
    - intros i I. apply (sound_idle S3 Z0). lia.
    - exists h. rewrite R. unfold place. cbn [partitions map with_free start size]. repeat split; auto; [lia|].
      repeat f_equal; lia.
    - rewrite R. cbn [contents partitions tiled sum with_free start size opened]. intuition lia. }
  destruct (sane_thirds (shorter_sane W)) as (h' & q1' & q2' & h2' & T').
  assert (h' = h) as -> by (pose proof (numbers T'); lia). exists h, q1, q2, h2, q1', q2'. pose proof (are T') as A.
  rewrite R in A. injection A as <- <- <-. rewrite R in *. fields. rewrite F1, F2, F3. auto 10.
Qed.

End Halving.
