(** Every position fits into an index, and every length into one bit more (R9); how far `reserve` goes, and how many
    cells growth moves (R3, R6). *)
From Lists Require Export Keys.
From Lists Require Import Further.

(** The loop of `reserve` ends with enough room; by [doubled_spec], it allocates less than twice what is needed. *)
Theorem reserve_makes_room space wanted : 0 < space ->
  wanted <= doubled (Z.to_nat (Z.log2_up wanted)) space wanted.
Proof.
  intros P. assert (wanted <= space * 2 ^ Z.log2_up wanted) as H.
  { destruct (Z_le_gt_dec wanted 1); [|pose proof (Z.log2_log2_up_spec wanted)];
      pose proof (Z.pow_pos_nonneg 2 (Z.log2_up wanted) ltac:(lia) (Z.log2_up_nonneg _)); nia. }
  revert H. rewrite <- (Z2Nat.id (Z.log2_up wanted)) at 1 by apply Z.log2_up_nonneg.
  generalize (Z.to_nat (Z.log2_up wanted)) as n. intros n. revert space P.
  induction n as [|n IH]; intros space P H; cbn [doubled]; [lia|]. destruct (Z.ltb_spec space wanted); auto.
  apply IH; [lia|]. rewrite Nat2Z.inj_succ, Z.pow_succ_r in H by lia. lia.
Qed.

Section Lengths.
Context {E : Type} {d : design E} {g : geometry} {D : sound_design d g}.
Implicit Types (s : state E).

(** The width of an index bounds the lengths, and the maximum bounds the number of elements. *)
Definition fitting s : Prop :=
  (forall most, count_of (index_bits (options s)) = Some most ->
    opened_of s <= most /\ space_of s < 2 * most /\ allocated s < 2 * most) /\
  forall most, maximum (options s) = Some most -> live_of s <= most.

Lemma shorter_fitting s s' : fitting s -> options s' = options s -> live_of s' <= live_of s ->
  opened_of s' <= opened_of s /\ space_of s' <= space_of s /\ allocated s' <= allocated s -> fitting s'.
Proof.
  unfold fitting. intros [F W] -> L N. split; intros most M; [specialize (F most M) | specialize (W most M)]; lia.
Qed.

Lemma has_room_most s n : has_room s n = true ->
  (forall most, count_of (index_bits (options s)) = Some most -> live_of s + n <= most) /\
  forall most, maximum (options s) = Some most -> live_of s + n <= most.
Proof.
  unfold has_room, indexable, within, holds. rewrite andb_true_iff. intros [I H].
  split; intros most M; rewrite M in *; [apply Z.ltb_lt in I | apply Z.leb_le in H]; lia.
Qed.

Lemma move_fitting o s ks s' : sane g s -> fitting s -> move d o s ks s' -> fitting s'.
Proof.
  intros S F M. pose proof (move_sane M S) as S'. destruct M; try exact F.
  - destruct (insert_sane e S) as (_ & O & _ & L & P & Q), (has_room_most _ _ H) as [R R'], F as [F W].
    split; intros most X; rewrite O in X; [specialize (F most X); specialize (R most X) | specialize (R' most X)];
      count.
  - destruct (vacate_sane i S H) as (_ & O & _ & L & N & _). apply (shorter_fitting _ F); auto. lia.
  - destruct (clear_sane S) as (_ & O & Z0 & A & _). apply (shorter_fitting _ F); auto; count.
  - destruct F as [F W], (has_room_most _ _ H) as [R _]. split; [|exact W]. intros most X. specialize (F most X).
    specialize (R most X). count.
  - destruct (shrunk_sane D S) as [_ K N _]. apply (shorter_fitting _ F); auto; [apply K|]. rewrite (keeps_live S S' K).
    lia.
  - apply (shorter_fitting _ F); auto; count.
Qed.

Lemma initial_fitting o : lawful o = true -> fitting (initial d o).
Proof.
  intros L.
  destruct (initial_sane o L) as [S O], (untouched_first D o) as (_ & _ & B), (lawful_spec _ L) as (M & _ & W).
  split; intros most Q; cbn [initial options] in Q.
  - unfold count_of in Q. destruct (index_bits o) as [w|]; [|discriminate]. injection Q as <-. destruct (W w eq_refl).
    rewrite O. unfold space_of. cbn [initial partitions allocated]. lia.
  - specialize (M most Q). count.
Qed.

(** So every key that finds an element can be packed. *)
Lemma fitting_packs s ks : sane g s -> fitting s -> stamped s ks -> packs s.
Proof.
  intros S [F _] [_ T2 T3] k e w v G I V. pose proof (options_lawful S) as L.
  destruct (T3 k ltac:(congruence)) as (n & A & _). pose proof (T2 n k A) as Q.
  pose proof (period_positive (period := 2 ^ v) L) as P. unfold reduced, has_period, count_of in *. rewrite I, V in *.
  cbn [option_map] in *. specialize (F (2 ^ w) eq_refl). pose proof (Z.mod_pos_bound (Z.of_nat n) _ (P eq_refl)).
  apply found_spec in G. assert (0 <= fst k < opened_of s) by (apply (sane_touched _ S); congruence). unfold fits.
  rewrite Q, !andb_true_iff, !Z.leb_le, !Z.ltb_lt. lia.
Qed.

(** * Growth moves at most two cells for each insertion, and as many in all as memory has grown by *)

Notation moved_by_growth := (moved_by_growth d).

(** So many cells moved for growth, by so many insertions, since so much memory was allocated. *)
Definition within_growth s (cells insertions first : Z) : Prop :=
  0 <= first /\ live_of s <= insertions /\ cells <= allocated s - first /\ cells <= 2 * insertions.

(** Only insertions and [Reserve] move cells, and only [Shrink_to_fit] gives memory back. *)
Lemma move_growth o s ks s' cells insertions first : sane g s -> truncate (options s) <> Memory ->
  o <> Shrink_to_fit -> move d o s ks s' -> within_growth s cells insertions first ->
  within_growth s' (cells + if inserts_elements o then moved (spent s') - moved (spent s) else 0)
    (insertions + Z.of_nat (length ks)) first.
Proof.
  intros S N X M W. pose proof (move_sane M S) as S'. pose proof (sane_counts S) as C. unfold within_growth in *.
  destruct M; try congruence; try (destruct (inserts_elements _); count).
  - destruct (insert_sane e S) as (_ & _ & _ & L & _ & G). rewrite L. fields.
    destruct G as [(_ & -> & ->) | (F & _ & -> & ->)]; [destruct (inserts_elements o); lia|]. fields.
    destruct (doubling S) as (n & P & Q). destruct (Z.ltb_spec (allocated s) (2 * space_of s)).
    + assert (allocated s = space_of s); [|destruct (inserts_elements o); lia].
      destruct (Z.eq_dec n 0) as [-> |]; [lia|]. assert (2 ^ 1 <= 2 ^ n) by (apply Z.pow_le_mono_r; lia). nia.
    + destruct (inserts_elements o); lia.
  - destruct (vacate_sane i S H) as (_ & _ & _ & L & _ & A). destruct (A N). destruct (inserts_elements o); count.
  - destruct (clear_sane S) as (_ & O & _ & _ & A). rewrite (A N).
    change (moved (spent (clear d s))) with (moved (spent s)). destruct (inserts_elements o); count.
  - cbn [inserts_elements]. count.
Qed.

Theorem growth_moves_at_most_two_cells_per_insertion program : forall s cells insertions first,
  sane g s -> truncate (options s) <> Memory -> ~ In Shrink_to_fit program ->
  within_growth s cells insertions first ->
  within_growth (fst (run d s program)) (cells + moved_by_growth s program)
    (insertions + Z.of_nat (length (issued (snd (run d s program))))) first.
Proof.
  induction program as [|o rest IH]; intros s cells insertions first S M N W; cbn [run moved_by_growth].
  - cbn. unfold within_growth in *. lia.
  - destruct (moves_ind' (o := o) (fun s' ks => options s' = options s /\ within_growth s' (cells + if
      inserts_elements o then moved (spent s') - moved (spent s) else 0) (insertions + Z.of_nat (length ks)) first))
      with (2 := step_moves o S) (before := @nil key) as (S1 & O1 & W1); auto.
    + intros s1 before ks s' S1 [O1 W1] Mv. split; [destruct (move_next S1 Mv); congruence|]. rewrite <- O1 in M.
      apply (move_growth S1 M) with (3 := W1) in Mv; [|intros ->; apply N; now left]. rewrite app_length.
      unfold within_growth in *. destruct (inserts_elements o); lia.
    + split; auto. unfold within_growth in *. cbn [length]. destruct (inserts_elements o); lia.
    + specialize (IH (fst (step d s o)) _ _ _ S1 ltac:(congruence) ltac:(intros H; apply N; now right) W1).
      destruct (step d s o) as [s1 a]. cbn [fst snd app] in *. destruct (run d s1 rest) as [s2 answers].
      cbn [fst snd issued flat_map] in *. rewrite app_length. unfold within_growth in *. lia.
Qed.

End Lengths.
