(** Every position fits into an index, and every length into one bit more (R9); how far `reserve` goes (R6). *)
From Lists Require Export Keys.

(** * The loop of `reserve` *)

Theorem reserve_allocates_less_than_twice_what_is_needed fuel space wanted :
  doubled fuel space wanted = space \/ doubled fuel space wanted < 2 * wanted.
Proof.
  revert space. induction fuel as [|fuel IH]; intros space; cbn [doubled]; auto.
  destruct (Z.ltb_spec space wanted); auto. destruct (IH (2 * space)); lia.
Qed.

Theorem reserve_makes_room space wanted : 0 < space ->
  wanted <= doubled (Z.to_nat (Z.log2_up wanted)) space wanted.
Proof.
  intros P. assert (wanted <= space * 2 ^ Z.log2_up wanted) as H.
  { destruct (Z_le_gt_dec wanted 1); [|pose proof (Z.log2_log2_up_spec wanted)]; pose proof (Z.pow_pos_nonneg 2
      (Z.log2_up wanted) ltac:(lia) (Z.log2_up_nonneg _)); nia. }
  revert H. rewrite <- (Z2Nat.id (Z.log2_up wanted)) at 1 by apply Z.log2_up_nonneg.
  generalize (Z.to_nat (Z.log2_up wanted)) as n. intros n. revert space P.
  induction n as [|n IH]; intros space P H; cbn [doubled]; [lia|]. destruct (Z.ltb_spec space wanted); auto.
  apply IH; [lia|]. rewrite Nat2Z.inj_succ, Z.pow_succ_r in H by lia. lia.
Qed.

(** What a design has to guarantee beyond [sound_design]. *)
Definition no_longer {E} (s s' : state E) : Prop :=
  opened_of s' <= opened_of s /\ space_of s' <= space_of s /\ allocated s' <= allocated s.
Record bounded_design {E} (d : design E) (g : geometry) : Prop := {
  untouched_space : forall o space, lawful o = true -> space = least_space o \/ space = initial_space o ->
    sum size (untouched d o space) < 2 * initial_space o;
  untouched_opened : forall o space, sum opened (untouched d o space) = 0;
  grown_lengths : forall s : state E, sane g s -> live_of s = space_of s ->
    opened_of (grown d s) = opened_of s /\ space_of (grown d s) = 2 * space_of s /\
    allocated (grown d s) = Z.max (allocated s) (2 * space_of s);
  truncated_lengths : forall s : state E, sane g s -> no_longer s (truncated d s);
  shrunk_lengths : forall s : state E, sane g s -> no_longer s (shrunk d s);
}.
Existing Class bounded_design.

Section Lengths.
Context {E : Type} {d : design E} {g : geometry} {D : sound_design d g} {B : bounded_design d g}.
Implicit Types (s : state E).

Definition fitting s : Prop := forall most, count_of (index_bits (options s)) = Some most ->
  opened_of s <= most /\ space_of s < 2 * most /\ allocated s < 2 * most.

Lemma no_longer_fitting s s' : options s' = options s -> no_longer s s' -> fitting s -> fitting s'.
Proof. intros O N F most. rewrite O. intros M. specialize (F most M). destruct N. lia. Qed.

Lemma initial_most o most : lawful o = true -> count_of (index_bits o) = Some most -> initial_space o <= most.
Proof. unfold lawful, indexable, within. rewrite !andb_true_iff. intros [_ H] M. rewrite M, Z.ltb_lt in H. lia. Qed.

Lemma allocated_space s : sane g s -> space_of s <= allocated s.
Proof.
  intros S. pose proof (sane_space S). destruct (doubling S) as (n & N & ->).
  pose proof (Z.pow_pos_nonneg 2 n ltac:(lia) N). nia.
Qed.

Lemma has_room_most s n most : has_room s n = true -> count_of (index_bits (options s)) = Some most ->
  live_of s + n <= most.
Proof. unfold has_room, indexable, within. intros H M. rewrite M, andb_true_iff, Z.ltb_lt in H. lia. Qed.

Lemma move_fitting o s ks s' : sane g s -> fitting s -> move d o s ks s' -> fitting s'.
Proof.
  intros S F M. pose proof (options_lawful S) as L. destruct M.
  - exact F.
  - exact F.
  - exact F.
  - destruct (insert_cases e S) as (s1 & i & ps & W & S1 & O1 & _ & C & L1 & K & ->). cbn [fst]. intros most.
    cbn [options]. intros M. pose proof (has_room_most _ _ H M) as R.
    destruct (taken_some e (next_id s) (tiles S1) K) as (_ & _ & _ & _ & Ez & El & Eo). apply sum_sizes in Ez.
    specialize (F most M). pose proof (sane_counts S1).
    assert (opened_of s1 <= most /\ space_of s1 < 2 * most /\ allocated s1 < 2 * most) as G.
    { destruct W as [-> | [-> X]]; auto. destruct (grown_lengths B S X) as (-> & -> & ->). lia. }
    unfold opened_of, space_of, live_of in *. cbn [partitions allocated]. lia.
  - destruct (vacate_sane i S H) as (_ & (O & _) & W). destruct (vacated_sane i S H) as (S' & _ & Eo & Ez).
    assert (no_longer s (vacated s i)) as N by (unfold no_longer; rewrite Eo, Ez; cbn; lia).
    apply (no_longer_fitting (s := (vacated s i))); [exact O | | apply (no_longer_fitting (s := s)); [reflexivity |
      exact N | exact F]]. destruct W as [-> | [-> _]]; [unfold no_longer; lia | exact (truncated_lengths B S')].
  - intros most M. cbn [clear options] in M. specialize (F most M). pose proof (initial_most _ L M).
    pose proof (untouched_space B (options s) L (or_introl eq_refl)). pose proof (untouched_again D S) as A.
    unfold space_of in A. unfold clear, opened_of, space_of. cbn [partitions allocated]. rewrite (untouched_opened B).
    destruct (truncate (options s)); [rewrite A | rewrite A |]; pose proof (sane_counts S); unfold space_of in *; lia.
  - unfold with_room. set (wanted := live_of s + Z.of_N n) in *.
    destruct (Z.leb_spec (doubled (Z.to_nat (Z.log2_up wanted)) (space_of s) wanted) (allocated s)); auto.
    intros most M. cbn [options] in M. specialize (F most M). pose proof (has_room_most _ _ H M).
    unfold opened_of, space_of in *. cbn [partitions allocated]. repeat split; try lia.
    destruct (reserve_allocates_less_than_twice_what_is_needed (Z.to_nat (Z.log2_up wanted)) (sum size (partitions s))
      wanted); lia.
  - destruct (shrink_to_fit_sane S) as (_ & O & _). apply (no_longer_fitting (s := s)); auto.
    pose proof (shrunk_lengths B S) as N. destruct (shrunk_sane D S) as [S' _]. unfold shrink_to_fit.
    destruct (_ <? _); auto. unfold no_longer in *. pose proof (allocated_space S'). unfold opened_of, space_of in *.
    cbn [reallocated partitions allocated]. unfold space_of. lia.
Qed.

Lemma initial_fitting o : lawful o = true -> fitting (initial d o).
Proof.
  intros L most M. cbn [initial options] in M. pose proof (initial_most _ L M).
  pose proof (untouched_space B o L (or_intror eq_refl)). pose proof (untouched_opened B o (initial_space o)).
  assert (0 < most). { assert (4 <= initial_space o); [|lia]. unfold initial_space, least_space, round_up. lia. }
  unfold opened_of, space_of. cbn [initial partitions allocated]. lia.
Qed.

(** So every key that finds an element can be packed. *)
Lemma fitting_packs s ks : sane g s -> fitting s -> stamped s ks -> packs s.
Proof.
  intros S F T k e G. pose proof (options_lawful S) as L. destruct (index_bits (options s)) as [w|] eqn:I; auto.
  destruct (id_bits (options s)) as [v|] eqn:V; auto. destruct T as [_ T2 T3].
  destruct (T3 k ltac:(congruence)) as (n & A & _). pose proof (T2 n k A) as Q.
  destruct (reduced_range (options s) (n := Z.of_nat n) L ltac:(lia)) as [P R]. specialize (R (2 ^ v)).
  unfold has_period, count_of in R. rewrite V in R. specialize (R eq_refl).
  destruct (F (2 ^ w)) as (O & _ & _); [unfold count_of; now rewrite I|]. apply found_spec in G.
  assert (0 <= fst k < opened_of s) by (apply (sane_touched _ S); congruence). unfold fits.
  rewrite Q, !andb_true_iff, !Z.leb_le, !Z.ltb_lt. lia.
Qed.

(** * The maximum (R9) *)

Definition within_maximum s : Prop := forall most, maximum (options s) = Some most -> live_of s <= most.

Lemma move_within_maximum o s ks s' : sane g s -> within_maximum s -> move d o s ks s' -> within_maximum s'.
Proof.
  intros S W M. pose proof (move_sane M S) as S'. destruct (move_next S M) as [O _]. unfold within_maximum in *.
  rewrite O. intros most X. specialize (W most X). destruct M; auto.
  - destruct (insert_sane e S) as [_ ->]. unfold has_room, holds in H. rewrite X, andb_true_iff, Z.leb_le in H. lia.
  - destruct (vacated_sane _ S H) as (S1 & L & _). destruct (vacate_sane _ S H) as (S2 & K & _).
    rewrite (keeps_live S1 S2 K). lia.
  - pose proof (sane_counts S). rewrite (clear_live S). lia.
  - unfold with_room. destruct (_ <=? _); auto.
  - destruct (shrink_to_fit_sane S) as [S2 K]. now rewrite (keeps_live S S2 K).
Qed.

Lemma initial_within_maximum o : lawful o = true -> within_maximum (initial d o).
Proof.
  intros L most X. cbn [initial options] in X. pose proof (initial_sane o L) as S. pose proof (sane_counts S).
  assert (opened_of (initial d o) = 0) by apply (untouched_opened B). unfold lawful, at_least in L.
  rewrite X, !andb_true_iff, !Z.leb_le in L. lia.
Qed.

End Lengths.
