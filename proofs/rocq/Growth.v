(** Growth moves at most two cells for each insertion, and as many in all as memory has grown by (R3, R6). *)
From Lists Require Export Lengths.
From Lists Require Import Further.

Section Growth.
Context {E : Type} {d : design E} {g : geometry} {D : sound_design d g}.
Implicit Types (s : state E).

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

End Growth.
