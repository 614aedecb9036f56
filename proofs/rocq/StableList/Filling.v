(** Lists that are filled from the first cell on, for programs that show what the bounds on costs are worth. *)
From Lists.StableList Require Export Visits.

Section Filling.
Context {E : Type} (e : E) (h : Z) (H : 0 < h).
Implicit Types (s : state E).

Section Mode.
Context (mode : truncation).

(** A quarter of [2 h] cells; one halving is allowed. *)
Definition filled_options : parameters := Parameters (4 * h) (8 * h) mode None None None.

Lemma filled_lawful : lawful filled_options = true.
Proof.
  unfold lawful, at_least, indexable, within, count_of, filled_options.
  cbn [minimum capacity maximum id_bits index_bits option_map]. rewrite !andb_true_iff, !Z.leb_le. lia.
Qed.

Lemma filled_sizes : least_space filled_options = 4 * h /\ initial_space filled_options = 8 * h.
Proof.
  unfold initial_space, least_space, round_up, filled_options. cbn [minimum capacity].
  Z.to_euclidean_division_equations. lia.
Qed.

Definition packed s (n : Z) : Prop :=
  sane quarters s /\ options s = filled_options /\ live_of s = n /\ opened_of s = n.

(** The next element goes to the first cell that is not opened. *)
Lemma packed_insert s n : packed s n -> exists s', insert stable_list s e = (s', (n, next_id s)) /\
  packed s' (n + 1) /\ next_id s' = next_id s + 1 /\
  (forall k, found s' k = with_entry (found s) (n, next_id s) (Some e) k) /\
  (n < space_of s -> space_of s' = space_of s /\ allocated s' = allocated s /\ spent s' = spent s) /\
  (n = space_of s -> allocated s = n ->
    space_of s' = 2 * n /\ allocated s' = 2 * n /\ moved (spent s') = moved (spent s) + n).
Proof.
  intros (S & O & L & P). destruct (insert_sane e S) as (S' & O1 & N & L' & P' & G).
  pose proof (insert_found e S) as F. destruct (insert_cases e S) as (s1 & i & ps & _ & S1 & C & _ & _ & K & Q).
  rewrite <- C in K. destruct (taken_some e (next_id s) (tiles S1) K) as (_ & B & U & _). rewrite Q in *.
  set (s' := State _ _ _ _ _ _) in *. cbn [fst] in *. pose proof (sane_counts S') as Cs. assert (i = n) as ->.
  { assert (0 <= i < opened_of s').
    { apply (sane_touched _ S'). unfold s'. fields. rewrite get_set, Z.eqb_refl by lia. discriminate. }
    destruct (Z.eq_dec i n) as [|D]; auto. exfalso. apply U. rewrite C. apply (tiled_full (tiles S)); count. }
  exists s'. split; [reflexivity|]. split; [split; [exact S'|]; split; [congruence | lia]|].
  split; [rewrite N, O; unfold following, reduced; cbn; lia|]. split; [apply F|].
  destruct G as [(Z1 & -> & ->) | (X & Z1 & -> & ->)]; rewrite Z1 in *; [split; [auto | lia]|]. split; [lia|]. intros.
  fields. destruct (Z.ltb_spec (allocated s) (2 * space_of s)); lia.
Qed.

(** A list that was filled, and the keys that its elements have. *)
Definition filled_up s (n : Z) : Prop := packed s n /\ space_of s = 8 * h /\ next_id s = n /\ allocated s = 8 * h /\
  spent s = no_cost /\ forall i, 0 <= i < n -> found s (i, i) = Some e.

Lemma filled_up_all m : forall s n, filled_up s n -> n + Z.of_nat m <= 8 * h ->
  filled_up (fst (insert_all stable_list s (repeat e m))) (n + Z.of_nat m).
Proof.
  induction m as [|m IH]; intros s n F L; cbn [repeat insert_all]; [now rewrite Z.add_0_r|].
  destruct F as (P & Z0 & N & A & M & F), (packed_insert P) as (s1 & Q & P1 & N1 & F1 & G & _). rewrite Q.
  destruct G as (G1 & G2 & G3); [lia|]. specialize (IH s1 (n + 1)).
  destruct (insert_all stable_list s1 (repeat e m)) as [s2 ks]. cbn [fst] in *.
  replace (n + Z.of_nat (S m)) with (n + 1 + Z.of_nat m) by lia. apply IH; [|lia]. split; [exact P1|].
  repeat split; try lia; [congruence|]. intros i I. rewrite F1, N. unfold with_entry.
  destruct (same_spec (i, i) (n, n)) as [_|D]; auto. apply F. assert (i <> n) by congruence. lia.
Qed.

(** The first operation of a program fills it. *)
Lemma filled_up_step n : 0 <= n <= 8 * h -> exists s ks,
  step stable_list (initial stable_list filled_options) (Extend (repeat e (Z.to_nat n))) = (s, Issued_all ks) /\
  filled_up s n /\ Z.of_nat (length ks) = n.
Proof.
  intros N. destruct (initial_sane (d := stable_list (E := E)) _ filled_lawful) as [S O].
  assert (filled_up (initial stable_list filled_options) 0) as F.
  { destruct filled_sizes as [_ W]. pose proof (sane_counts S). unfold filled_up, packed, space_of in *.
    cbn [initial allocated partitions options] in *.
    assert (sum size (nothing_opened filled_options (initial_space filled_options)) = 8 * h) as Z0.
    { unfold nothing_opened. rewrite W. replace (8 * h) with (4 * (2 * h)) by lia. rewrite three_sum. cbn [size].
      lia. }
    cbn [stable_list untouched] in *. rewrite Z0. intuition lia. }
  cbn [step]. set (new := initial _ _) in *. set (es := repeat e _).
  assert (has_room new (Z.of_nat (length es)) = true) as -> by reflexivity.
  apply (filled_up_all (Z.to_nat n)) in F; [|lia]. pose proof (insert_all_found es S) as K. fold new es in F, K.
  destruct (insert_all stable_list new es) as [s ks], K as (_ & K & _). exists s, ks. split; [reflexivity|].
  cbn [fst] in F. rewrite Z2Nat.id in F by lia. split; [exact F|]. rewrite K. unfold es. rewrite repeat_length. lia.
Qed.

(** The removal of the only element of h2 halves the space, once if that is not possible again. *)
Lemma halved_once s k x : sane quarters s -> found s k = Some x -> start (top s) <= fst k -> live (top s) = 1 ->
  truncate (options s) <> Never -> may_halve (options s) (space_of s) = true ->
  let s1 := vacated s (fst k) in let s2 := halved_by_removal s1 in
  (sane quarters s1 /\ live (top s1) = 0) /\ sane quarters s2 /\ keeps s1 s2 /\ 2 * space_of s2 = space_of s /\
  live_of s2 = live_of s - 1 /\ (can_halve s2 = false -> fst (remove stable_list s k) = s2).
Proof.
  intros S F I L N M s1 s2. unfold remove. rewrite F. apply found_spec in F. destruct (vacated_top _ S F) as [Q _].
  destruct (vacated_sane _ S F) as (S1 & L1 & O1 & Z1). fold s1 in Q, S1, L1, O1, Z1. apply Z.leb_le in I.
  rewrite I in Q. assert (live (top s1) = 0) as T by (rewrite Q; cbn [emptied live]; lia).
  assert (can_halve s1 = true) as C by (unfold can_halve; now rewrite T, Z1).
  destruct (halved_by_removal_halves S1 C) as [[S2 K _ _] Z2]. fold s2 in S2, K, Z2.
  rewrite (keeps_live S1 S2 K), <- Z1. repeat (split; [easy|]). intros C'. unfold vacate. fold s1. rewrite I, T.
  cbn [andb Z.eqb fst stable_list truncated]. unfold truncated_space.
  assert (as_far_as_possible halved_by_removal s1 = s2) as X.
  { unfold as_far_as_possible. destruct (space_quarters S1) as (q & P & W & _). rewrite W.
    pose proof (Z.log2_le_mono 4 (4 * q) ltac:(lia)).
    destruct (Z.to_nat (Z.log2 (4 * q))) as [|[|fuel]] eqn:Fu; [cbn in *; lia..|]. cbn [cascade]. fold s2.
    now rewrite C, C'. }
  change (options s1) with (options s). destruct (truncate (options s)); congruence.
Qed.

End Mode.

(** * The bound on visits is tight: for every even n there is a list whose n + 1 removals make n visits *)

(** q1 and q2 are opened to their ends, q2 is full, and one cell of h2 is opened. *)
Lemma shape s : sane quarters s -> space_of s = 8 * h -> opened_of s = 4 * h + 1 ->
  (forall i, 2 * h <= i < 4 * h -> found s (i, i) = Some e) -> exists q1 q2 h2,
  thirds s (2 * h) q1 q2 h2 /\ opened q1 = 2 * h /\ live q2 = 2 * h /\ opened h2 = 1 /\
  live_of s = live q1 + 2 * h + live h2.
Proof.
  intros S Z0 O F. destruct (sane_thirds S) as (q & q1 & q2 & h2 & T). pose proof (numbers T).
  assert (q = 2 * h) as -> by lia. exists q1, q2, h2. pose proof (counted (in_q2 T)). split; [exact T|].
  pose proof (exact (in_q2 T)) as X.
  destruct (free_list _ q2) as [|i l] eqn:L; rewrite ?L in *; [cbn [length] in *; lia|]. exfalso.
  destruct (proj1 (X i) (or_introl eq_refl)) as [R V]. apply (not_both V). exists e, i. apply (found_spec s (i, i)).
  apply F. lia.
Qed.

(** * Emptying q1: each removal leaves a vacancy there *)

Definition emptying s (m : Z) : Prop := sane quarters s /\ options s = filled_options Iteration /\ space_of s = 8 * h /\
  opened_of s = 4 * h + 1 /\ live_of s = 4 * h + 1 - m /\ visits (spent s) = 0 /\ removals (spent s) = m /\
  forall i, m <= i <= 4 * h -> found s (i, i) = Some e.

Lemma emptying_remove s m : emptying s m -> 0 <= m < 2 * h -> emptying (fst (remove stable_list s (m, m))) (m + 1).
Proof.
  intros (S & O & Z0 & Op & L & V & R & F) M. destruct (remove_found (m, m) S) as (_ & S' & F').
  pose proof (F m ltac:(lia)) as G. destruct (shape S) as (q1 & q2 & h2 & T & _); auto.
  { intros i I. apply F. lia. }
  assert (fst (remove stable_list s (m, m)) = vacated s m) as Q.
  { unfold remove. rewrite G. cbn [fst]. unfold vacate. rewrite (is_top T). pose proof (numbers T).
    destruct (Z.leb_spec (start h2) m); [lia | reflexivity]. }
  rewrite Q in *. apply found_spec in G. destruct (vacated_sane m S G) as (_ & L1 & O1 & Z1). unfold emptying.
  rewrite L1, O1, Z1. fields. repeat split; auto; try apply S'; try lia. intros i I. rewrite F'. unfold with_entry.
  destruct (same_spec (i, i) (m, m)) as [D|_]; [|apply F; lia]. injection D as D. lia.
Qed.

Definition removals_from (j : Z) (m : nat) : list (operation E) := map (fun i => Remove (i, i)) (positions m j).

Lemma emptying_all m : forall s j, emptying s j -> 0 <= j -> j + Z.of_nat m <= 2 * h ->
  emptying (fst (run stable_list s (removals_from j m))) (j + Z.of_nat m).
Proof.
  induction m as [|m IH]; intros s j F J L; cbn [positions map removals_from run step]; [now rewrite Z.add_0_r|].
  specialize (IH _ _ (emptying_remove F ltac:(lia))). destruct (remove stable_list s (j, j)) as [s1 x]. cbn [fst] in IH.
  fold (removals_from (j + 1) m). destruct (run stable_list s1 (removals_from (j + 1) m)) as [s2 answers].
  replace (j + Z.of_nat (S m)) with (j + 1 + Z.of_nat m) by lia. apply IH; lia.
Qed.

(** * The removal from h2 walks all of them *)

Lemma emptied_truncates s : emptying s (2 * h) -> let s' := fst (remove stable_list s (4 * h, 4 * h)) in
  visits (spent s') = 2 * h /\ removals (spent s') = 2 * h + 1.
Proof.
  intros (S & O & Z0 & Op & L & V & R & F). cbn zeta. pose proof (F (4 * h) ltac:(lia)) as G.
  destruct (shape S) as (q1 & q2 & h2 & T & O1 & L2 & O3 & Li); auto; [intros i I; apply F; lia|].
  pose proof (numbers T). assert (live h2 = 1) as L3.
  { enough (live h2 <> 0) by lia. intros N. apply found_spec in G.
    apply (sound_idle (i := 4 * h) (in_h2 T) N); [lia|]. now exists e, (4 * h). }
  destruct (filled_sizes Iteration) as [W _].
  destruct (halved_once (4 * h, 4 * h) S G) as ((S1 & T0) & S2 & (O2 & _) & Z2 & Lv & X); rewrite ?(is_top T), ?O;
    cbn [fst]; try easy; try lia.
  { unfold may_halve. rewrite Z0, W, !andb_true_iff, !Z.eqb_eq, Z.leb_le. Z.to_euclidean_division_equations. lia. }
  cbn [fst] in *. set (s1 := vacated s (4 * h)) in *. apply found_spec in G as G'.
  destruct (vacated_sane (4 * h) S G') as (_ & L1 & Op1 & Z1). fold s1 in L1, Op1, Z1. rewrite X.
  - destruct (shape S1) as (p1 & p2 & p3 & T' & O1' & _ & _ & Li'); try congruence.
    { intros i I. rewrite <- (F i) by lia. unfold found, s1. fields. rewrite get_set_other; auto. cbn [fst]. lia. }
    destruct (halved_by_removal_fields s1) as (_ & -> & -> & _). rewrite (are T'). pose proof (counted (in_q1 T')).
    rewrite (is_top T') in T0. change (visits (spent s1)) with (visits (spent s)).
    change (removals (spent s1)) with (removals (spent s) + 1). lia.
  - unfold can_halve, may_halve.
    replace (options (halved_by_removal s1)) with (filled_options Iteration) by (rewrite O2; auto). rewrite W.
    apply andb_false_iff. right. replace (space_of (halved_by_removal s1)) with (4 * h) by lia.
    destruct (Z.leb_spec (4 * h) (4 * h / 2)); [|now rewrite andb_false_r]. Z.to_euclidean_division_equations. lia.
Qed.

Definition witness : list (operation E) :=
  Extend (repeat e (Z.to_nat (4 * h + 1))) :: removals_from 0 (Z.to_nat (2 * h)) ++ [Remove (4 * h, 4 * h)].

Theorem witness_visits :
  let s := fst (run stable_list (initial stable_list (filled_options Iteration)) witness) in
  visits (spent s) = 2 * h /\ removals (spent s) = 2 * h + 1.
Proof.
  destruct (filled_up_step Iteration (n := 4 * h + 1)) as (s & ks & Q & F & _); [lia|]. unfold witness. cbn [run].
  rewrite Q, run_app. cbn [fst]. pose proof (emptying_all (Z.to_nat (2 * h)) (s := s) (j := 0)) as A.
  destruct (run stable_list s _) as [s1 answers]. cbn [fst run step] in *.
  pose proof (emptied_truncates (s := s1)) as T. destruct (remove stable_list s1 _) as [s2 x]. apply T.
  replace (2 * h) with (0 + Z.of_nat (Z.to_nat (2 * h))) by lia. apply A; [|lia..]. destruct F as ((S & O & L & Op) & Z0 & _ & _ & M & F). split; [exact S|]. rewrite M.
  repeat split; auto; [lia|]. intros i I. apply F. lia.
Qed.

(** * Mode [Memory] moves all cells of a full list when one element comes and goes, again and again (5.2; R6) *)

(** A full space of [8 h] cells, whose memory ends where it ends; the next id is [j]. *)
Definition at_the_brim s (j : Z) : Prop :=
  packed Memory s (8 * h) /\ space_of s = 8 * h /\ next_id s = j /\ allocated s = 8 * h.

(** The addition doubles the space, and the removal halves it: each moves every cell. *)
Lemma round_moves s j : at_the_brim s j -> let (s', answers) := run stable_list s [Add e; Remove (8 * h, j)] in
  at_the_brim s' (j + 1) /\ moved (spent s') = moved (spent s) + 16 * h /\ issued answers = [(8 * h, j)].
Proof.
  intros (P & Z0 & N & A). destruct (packed_insert P) as (s1 & I & (S1 & O1 & L1 & P1) & N1 & F1 & _ & G).
  destruct G as (Z1 & A1 & M1); [lia..|]. rewrite N in *. destruct (sane_thirds S1) as (q & q1 & q2 & h2 & T).
  pose proof (numbers T).
  assert (found s1 (8 * h, j) = Some e) as G by (rewrite F1; unfold with_entry; now rewrite same_refl).
  destruct (halved_once (8 * h, j) S1 G) as (_ & S3 & (O3 & N3 & _) & Z3 & L3 & R); rewrite ?(is_top T), ?O1;
    cbn [fst]; try easy; try lia.
  { unfold may_halve. destruct (filled_sizes Memory) as [-> _]. rewrite Z1, !andb_true_iff, !Z.eqb_eq, Z.leb_le.
    Z.to_euclidean_division_equations. lia. }
  cbn [fst] in *. set (s2 := vacated s1 (8 * h)) in *. pose proof (halved_by_removal_fields s2) as (P3 & _ & _ & M3).
  assert (truncate (options s2) = Memory) as O2 by (change (options s2) with (options s1); now rewrite O1).
  destruct (sane_thirds S3) as (r & p1 & p2 & p3 & T3). pose proof (numbers T3).
  assert (can_halve (halved_by_removal s2) = false) as C.
  { unfold can_halve. rewrite (is_top T3). destruct (Z.eqb_spec (live p3) 0); [lia | reflexivity]. }
  cbn [run step]. assert (has_room s 1 = true) as ->.
  { destruct P as (_ & O & _). unfold has_room. now rewrite O. }
  rewrite I. specialize (R C). destruct (remove stable_list s1 (8 * h, j)) as [s3 x]. cbn [fst] in R. subst s3.
  cbn [fst snd]. split; [|split; [|reflexivity]].
  - split; [split; [exact S3|]; split; [rewrite O3; exact O1 | lia]|]. split; [lia|]. split; [rewrite N3; exact N1|].
    assert (allocated (halved_by_removal s2) = space_of (halved_by_removal s2)) as ->; [|lia].
    unfold halved_by_removal. now rewrite O2.
  - rewrite M3, O2. unfold opened_of at 1. rewrite <- P3. fold (opened_of (halved_by_removal s2)).
    change (moved (spent s2)) with (moved (spent s1)). lia.
Qed.

End Filling.
