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

(** * Filling: every cell that is opened is live *)

Definition filled_up s (j : Z) : Prop := sane quarters s /\ options s = filled_options /\ space_of s = 8 * h /\
  live_of s = j /\ opened_of s = j /\ next_id s = j /\ allocated s = 8 * h /\ moved (spent s) = 0 /\
  visits (spent s) = 0 /\ removals (spent s) = 0 /\
  forall i, 0 <= i < j -> found s (i, i) = Some e.

Lemma filled_up_initial : filled_up (initial stable_list filled_options) 0.
Proof.
  pose proof (initial_sane (d := stable_list (E := E)) _ filled_lawful) as S.
  destruct filled_sizes as [_ W].
  assert (sum size (nothing_opened filled_options (initial_space filled_options)) = 8 * h) as Z0.
  { unfold nothing_opened. rewrite W. replace (8 * h) with (4 * (2 * h)) by lia. rewrite three_sum. cbn [size]. lia. }
  split; [exact S|]. unfold space_of. cbn [initial partitions stable_list untouched allocated options]. rewrite Z0.
  repeat split; lia.
Qed.

Lemma filled_up_insert s j : filled_up s j -> j < 8 * h -> filled_up (fst (insert stable_list s e)) (j + 1).
Proof.
  intros (S & O & Z0 & L & P & N & A & M & V & R & F) J.
  destruct (insert_sane e S) as [S' L'].
  pose proof (fun k => insert_found e k S) as G.
  destruct (insert_cases e S) as (s1 & i & ps & W & S1 & _ & _ & C & _ & K &
    Q).
  destruct (taken_some e (next_id s) (tiles S1) K) as (_ & B & U & _ & Ez & _ & Eo).
  pose proof (sane_counts S'). destruct W as [-> | [_ X]]; [|lia]. apply sum_sizes in Ez. rewrite Q in *.
  cbn [fst snd] in *.
  set (s' := State _ _ _ _ _ _) in *.
  assert (opened_of s' = j + 1) as O' by (unfold s', opened_of in *; cbn [partitions] in *; lia).
  assert (i = j) as ->.
  { assert (0 <= i < opened_of s').
    { apply (sane_touched _ S'). unfold s'. cbn [contents]. rewrite get_set_same by lia. discriminate. }
    destruct (Z.eq_dec i j) as [|D]; auto. exfalso. apply U. specialize (F i ltac:(lia)). apply found_spec in F.
    now exists e, i. }
  split; [exact S'|]. repeat split; auto; try lia.
  - unfold s', space_of in *. cbn [partitions]. lia.
  - unfold s'. cbn [next_id]. rewrite O. unfold following, reduced. cbn. lia.
  - intros i I. destruct (G (i, i)) as [-> _]. unfold with_entry. rewrite N.
    destruct (same_spec (i, i) (j, j)) as [_|D]; auto. apply F. assert (i <> j) by congruence. lia.
Qed.

Lemma filled_up_all m : forall s j, filled_up s j -> j + Z.of_nat m <= 8 * h ->
  filled_up (fst (insert_all stable_list s (repeat e m))) (j + Z.of_nat m).
Proof.
  induction m as [|m IH]; intros s j F L; cbn [repeat insert_all].
  - now rewrite Z.add_0_r.
  - pose proof (filled_up_insert F ltac:(lia)) as F1. destruct (insert stable_list s e) as [s1 k]. cbn [fst] in F1.
    specialize (IH s1 (j + 1) F1 ltac:(lia)). destruct (insert_all stable_list s1 (repeat e m)) as [s2 ks].
    cbn [fst] in *.
    replace (j + Z.of_nat (S m)) with (j + 1 + Z.of_nat m) by lia. exact IH.
Qed.

End Filling.
