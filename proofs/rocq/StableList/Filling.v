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

(** * Lists without vacancies *)

Definition packed s (n : Z) : Prop :=
  sane quarters s /\ options s = filled_options /\ live_of s = n /\ opened_of s = n.

(** The next element goes to the first cell that is not opened. *)
Lemma packed_insert s n : packed s n -> exists s', insert stable_list s e = (s', (n, next_id s)) /\
  packed s' (n + 1) /\ next_id s' = next_id s + 1 /\
  (forall k, found s' k = with_entry (found s) (n, next_id s) (Some e) k) /\
  visits (spent s') = visits (spent s) /\ removals (spent s') = removals (spent s) /\
  (n < space_of s -> space_of s' = space_of s /\ allocated s' = allocated s /\ moved (spent s') = moved (spent s)) /\
  (n = space_of s -> allocated s = n ->
    space_of s' = 2 * n /\ allocated s' = 2 * n /\ moved (spent s') = moved (spent s) + n).
Proof.
  intros (S & O & L & P). destruct (insert_sane e S) as [S' L']. pose proof (fun k => insert_found e k S) as G.
  destruct (insert_cases e S) as (s1 & i & ps & W & S1 & _ & _ & C & L1 & K & Q).
  destruct (taken_some e (next_id s) (tiles S1) K) as (_ & B & U & _ & Ez & _ & Eo).
  assert (opened_of s1 = n /\ (s1 = s \/ s1 = doubled_space s /\ live_of s = space_of s /\ space_of s1 = 2 * space_of
    s /\ allocated s1 = Z.max (allocated s) (2 * space_of s))) as [O1 W1].
  { destruct W as [-> | [-> F]]; auto. destruct (grown_lengths stable_list_bounded S F) as (A1 & A2 & A3).
    split; [congruence | auto]. }
  clear W. pose proof (sane_counts S) as Cs. pose proof (sane_counts S') as Cs'. apply sum_sizes in Ez.
  rewrite Q in *. cbn [fst snd] in *. set (s' := State _ _ _ _ _ _) in *.
  assert (opened_of s' = n + 1) as O' by (unfold s', opened_of, live_of in *; cbn [partitions] in *; lia).
  assert (space_of s' = space_of s1) as Z' by (unfold s', space_of; exact Ez). assert (i = n) as ->.
  { assert (0 <= i < opened_of s').
    { apply (sane_touched _ S'). unfold s'. cbn [contents]. rewrite get_set_same by lia. discriminate. }
    destruct (Z.eq_dec i n) as [|D]; auto. exfalso. apply U. rewrite C.
    apply (tiled_full (tiles S)); unfold live_of, opened_of in *; lia. }
  exists s'. split; [reflexivity|]. split; [split; [exact S'|]; split; [exact O | lia]|].
  split; [unfold s'; cbn [next_id]; rewrite O; unfold following, reduced; cbn; lia|]. split; [intros k; apply G|].
  rewrite Z'. unfold s'. fields.
  destruct W1 as [-> | (-> & F & -> & ->)]; (split; [reflexivity|]); (split; [reflexivity|]); [split; [auto | lia]|].
  split; [lia|]. intros N A. unfold doubled_space. fields. destruct (Z.ltb_spec (allocated s) (2 * space_of s)); lia.
Qed.

(** A list that was filled, and the keys that its elements have. *)
Definition filled_up s (n : Z) : Prop := packed s n /\ space_of s = 8 * h /\ next_id s = n /\ allocated s = 8 * h /\
  moved (spent s) = 0 /\ visits (spent s) = 0 /\ removals (spent s) = 0 /\
  forall i, 0 <= i < n -> found s (i, i) = Some e.

Lemma filled_up_initial : filled_up (initial stable_list filled_options) 0.
Proof.
  pose proof (initial_sane (d := stable_list (E := E)) _ filled_lawful) as S. destruct filled_sizes as [_ W].
  assert (sum size (nothing_opened filled_options (initial_space filled_options)) = 8 * h) as Z0.
  { unfold nothing_opened. rewrite W. replace (8 * h) with (4 * (2 * h)) by lia. rewrite three_sum. cbn [size]. lia. }
  split; [split; [exact S | repeat split]|]. unfold space_of.
  cbn [initial partitions stable_list untouched allocated]. rewrite Z0. repeat split; lia.
Qed.

Lemma filled_up_all m : forall s n, filled_up s n -> n + Z.of_nat m <= 8 * h ->
  filled_up (fst (insert_all stable_list s (repeat e m))) (n + Z.of_nat m).
Proof.
  induction m as [|m IH]; intros s n F L; cbn [repeat insert_all]; [now rewrite Z.add_0_r|].
  destruct F as (P & Z0 & N & A & M & V & R & F).
  destruct (packed_insert P) as (s1 & Q & P1 & N1 & F1 & V1 & R1 & G & _). rewrite Q.
  destruct G as (G1 & G2 & G3); [lia|].
  specialize (IH s1 (n + 1)). destruct (insert_all stable_list s1 (repeat e m)) as [s2 ks]. cbn [fst] in *.
  replace (n + Z.of_nat (S m)) with (n + 1 + Z.of_nat m) by lia. apply IH; [|lia].
  split; [exact P1|]. repeat split; try lia.
  intros i I. rewrite F1, N. unfold with_entry. destruct (same_spec (i, i) (n, n)) as [_|D]; auto.
  apply F. assert (i <> n) by congruence. lia.
Qed.

(** * A removal that halves the space once *)

Lemma last_removal s k x : sane quarters s -> found s k = Some x -> start (top s) <= fst k -> live (top s) = 1 ->
  fst (remove stable_list s k) = truncated_space (vacated s (fst k)) /\
  top (vacated s (fst k)) = emptied (top s) (fst k).
Proof.
  intros S F I L. unfold remove. rewrite F. apply found_spec in F. destruct (vacated_top S F I) as [Q _]. cbn [fst].
  split; [|exact Q]. unfold vacate. rewrite Q. cbn [emptied live]. rewrite L.
  destruct (Z.leb_spec (start (top s)) (fst k)); [reflexivity | lia].
Qed.

Lemma truncates_once s : sane quarters s -> truncate (options s) <> Never -> can_halve s = true ->
  can_halve (halved_by_removal s) = false -> truncated_space s = halved_by_removal s.
Proof.
  intros S N C C'. destruct (space_quarters S) as (q & Q & W & _).
  assert (as_far_as_possible halved_by_removal s = halved_by_removal s) as X.
  { unfold as_far_as_possible. rewrite W. pose proof (Z.log2_le_mono 4 (4 * q) ltac:(lia)).
    destruct (Z.to_nat (Z.log2 (4 * q))) as [|[|fuel]] eqn:Fu; [cbn in *; lia..|]. cbn [cascade]. now rewrite C, C'. }
  unfold truncated_space. destruct (truncate (options s)); congruence.
Qed.

End Filling.
