(** Lists that are filled from the first cell on, for programs that show what the bounds on costs are worth. *)
From Lists.StableList Require Export Visits.

Section Filling.
Context {E : Type} (e : E) (mode : truncation) (h : Z) (H : 0 < h).
Implicit Types (s : state E).

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

Lemma filled_up_initial : filled_up (initial stable_list filled_options) 0.
Proof.
  destruct (initial_sane (d := stable_list (E := E)) _ filled_lawful) as [S O]. destruct filled_sizes as [_ W].
  pose proof (sane_counts S). unfold filled_up, packed, space_of in *.
  cbn [initial allocated partitions options] in *.
  assert (sum size (nothing_opened filled_options (initial_space filled_options)) = 8 * h) as Z0.
  { unfold nothing_opened. rewrite W. replace (8 * h) with (4 * (2 * h)) by lia. rewrite three_sum. cbn [size]. lia. }
  cbn [stable_list untouched] in *. rewrite Z0. intuition lia.
Qed.

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
  intros N. cbn [step]. set (new := initial _ _). set (es := repeat e _).
  assert (has_room new (Z.of_nat (length es)) = true) as -> by reflexivity.
  pose proof (filled_up_all (Z.to_nat n) filled_up_initial ltac:(lia)) as F.
  destruct (initial_sane (d := stable_list (E := E)) _ filled_lawful) as [S _].
  pose proof (insert_all_found es S) as K. fold new es in F, K. destruct (insert_all stable_list new es) as [s ks].
  destruct K as (_ & K & _). exists s, ks. split; [reflexivity|]. cbn [fst] in F. rewrite Z2Nat.id in F by lia.
  split; [exact F|]. rewrite K. unfold es. rewrite repeat_length. lia.
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
  destruct (halved_by_removal_halves S1 C) as [[S2 K _] Z2]. fold s2 in S2, K, Z2.
  rewrite (keeps_live S1 S2 K), <- Z1. repeat (split; [easy|]). intros C'. unfold vacate. fold s1. rewrite I, T.
  cbn [andb Z.eqb fst stable_list truncated]. unfold truncated_space.
  assert (as_far_as_possible halved_by_removal s1 = s2) as X.
  { unfold as_far_as_possible. destruct (space_quarters S1) as (q & P & W & _). rewrite W.
    pose proof (Z.log2_le_mono 4 (4 * q) ltac:(lia)).
    destruct (Z.to_nat (Z.log2 (4 * q))) as [|[|fuel]] eqn:Fu; [cbn in *; lia..|]. cbn [cascade]. fold s2.
    now rewrite C, C'. }
  change (options s1) with (options s). destruct (truncate (options s)); congruence.
Qed.

End Filling.
