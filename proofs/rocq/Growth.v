(** Growth moves at most two cells for each insertion, and as many in all as memory has grown by (R3, R6). *)
From Lists Require Export Lengths.
From Lists Require Import Further.

(** What a design has to guarantee for it. *)
Record frugal_design {E} (d : design E) (g : geometry) : Prop := {
  grown_moves : forall s : state E, moved (spent (grown d s)) =
    moved (spent s) + (if allocated s <? 2 * space_of s then opened_of s else 0);
  memory_stays : forall s : state E, sane g s -> truncate (options s) <> Memory ->
    allocated (truncated d s) = allocated s /\ moved (spent (truncated d s)) = moved (spent s);
}.

Section Growth.
Context {E : Type} {d : design E} {g : geometry} {D : sound_design d g} {B : bounded_design d g}
  (F : frugal_design d g).
Implicit Types (s : state E).

Notation moved_by_growth := (moved_by_growth d).

(** So many cells moved for growth, by so many insertions, since so much memory was allocated. *)
Definition within_growth s (cells insertions first : Z) : Prop :=
  0 <= first /\ live_of s <= insertions /\ cells <= allocated s - first /\ cells <= 2 * insertions.

Lemma insert_growth s e cells insertions first : sane g s -> within_growth s cells insertions first ->
  let s' := fst (insert d s e) in moved (spent s) <= moved (spent s') /\
  within_growth s' (cells + moved (spent s') - moved (spent s)) (insertions + 1) first.
Proof.
  intros S (Z0 & L & A & I). cbn zeta. destruct (insert_sane e S) as [_ L'].
  destruct (insert_cases e S) as (s1 & i & ps & W & S1 & _ & _ & _ & _ & K & Q). unfold within_growth. rewrite L'.
  rewrite Q. cbn [fst allocated spent]. destruct W as [-> | [-> X]]; [lia|]. rewrite (grown_moves F).
  pose proof (sane_counts S). destruct (grown_lengths B S X) as (_ & _ & ->). destruct (doubling S) as (n & N & M).
  pose proof (sane_space S). destruct (Z.ltb_spec (allocated s) (2 * space_of s)); [|lia].
  assert (allocated s = space_of s); [|lia]. destruct (Z.eq_dec n 0) as [-> |]; [lia|].
  assert (2 ^ 1 <= 2 ^ n) by (apply Z.pow_le_mono_r; lia). nia.
Qed.

(** Only insertions and [Reserve] move cells, and only [Shrink_to_fit] gives memory back. *)
Lemma move_growth o s ks s' cells insertions first : sane g s -> truncate (options s) <> Memory ->
  o <> Shrink_to_fit -> move d o s ks s' -> within_growth s cells insertions first ->
  within_growth s' (cells + if inserts_elements o then moved (spent s') - moved (spent s) else 0)
    (insertions + Z.of_nat (length ks)) first.
Proof.
  intros S N X M W. pose proof (sane_counts S) as C.
  destruct M; cbn [length]; try (unfold within_growth, live_of in *; destruct (inserts_elements _); cbn [iteration
    with_cost with_contents replaced allocated partitions spent iterating moved]; lia).
  - destruct (insert_growth e S W). unfold within_growth in *. cbn [length]. destruct (inserts_elements o); lia.
  - destruct (vacated_sane _ S H) as (S1 & L & _). destruct (vacate_sane _ S H) as (S2 & K & V).
    pose proof (keeps_live S1 S2 K) as L2.
    assert (allocated (vacate d s i) = allocated s /\ moved (spent (vacate d s i)) = moved (spent s)) as [A ->].
    { destruct V as [-> | [-> _]]; [auto | exact (memory_stays F S1 N)]. }
    unfold within_growth in *. rewrite A, L2. destruct (inserts_elements o); lia.
  - pose proof (clear_live S) as L. unfold within_growth in *. rewrite L. unfold clear.
    destruct (truncate (options s)); [..|congruence]; destruct (inserts_elements o); cbn [allocated spent dropping
      moved]; lia.
  - unfold with_room. cbn [inserts_elements]. unfold within_growth, live_of in *.
    set (wanted := sum live (partitions s) + Z.of_N n).
    destruct (Z.leb_spec (doubled (Z.to_nat (Z.log2_up wanted)) (space_of s) wanted) (allocated s));
      cbn [allocated partitions]; lia.
  - congruence.
Qed.

(** * Programs *)

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

End Growth.
