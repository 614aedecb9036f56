(** A cascade ends where it should: h2 has a live element, or R1 forbids the half (R4). *)
From Lists Require Export Tops.
From Lists.StableList Require Export Invariant.

Section Cascade.
Context {E : Type}.
Implicit Types (s : state E).

(** * A halving makes a list shorter *)

Lemma halved_lengths s : sane quarters s -> can_halve s = true ->
  2 * space_of (halved s) = space_of s /\ opened_of (halved s) <= opened_of s /\ allocated (halved s) = allocated s.
Proof.
  intros S C. destruct (sane_thirds S) as (q & q1 & q2 & h2 & l1 & l2 & l3 & T).
  destruct (can_halve_spec T C) as (Z0 & h & Q & H & L).
  destruct (halved_thirds (h := h) S T) as (q1' & q2' & stay & pushed & T' & S' & K & _ & _ & O1 & O2 & _); auto.
  rewrite (has_space T), (has_space T'). unfold opened_of. rewrite (are T), (are T'). cbn [sum].
  pose proof (bounded (in_h2 T)). repeat split; try lia. unfold halved. now rewrite (are T).
Qed.

Lemma halved_by_removal_lengths s : sane quarters s -> can_halve s = true ->
  2 * space_of (halved_by_removal s) = space_of s /\ opened_of (halved_by_removal s) <= opened_of s /\
  allocated (halved_by_removal s) <= allocated s /\
  (truncate (options s) <> Memory ->
    allocated (halved_by_removal s) = allocated s /\ moved (spent (halved_by_removal s)) = moved (spent s)).
Proof.
  intros S C. destruct (halved_lengths S C) as (Z & O & A).
  assert (moved (spent (halved s)) = moved (spent s)) as M by (unfold halved; now destruct (partitions s) as [|? [|?
    [|? [|]]]]). destruct (halved_by_removal_like s) as [-> | [N ->]].
  - unfold space_of, opened_of in *. cbn [walked with_cost partitions allocated spent visiting moved]. lia.
  - pose proof (allocated_space S). pose proof (sane_space S). unfold reallocated, space_of, opened_of in *.
    cbn [walked with_cost partitions allocated]. repeat split; auto; try lia; congruence.
Qed.

Lemma as_far_no_longer halve :
  (forall s, sane quarters s -> can_halve s = true -> sane quarters (halve s) /\ no_longer s (halve s)) ->
  forall s, sane quarters s -> no_longer s (as_far_as_possible halve s).
Proof.
  intros H s S. apply (cascade_ind (fun s' => sane quarters s' /\ no_longer s s')).
  - intros s' [S' N] C. destruct (H s' S' C) as [S2 N2]. split; auto. unfold no_longer in *. lia.
  - split; auto. unfold no_longer. lia.
Qed.

Lemma truncated_no_longer s : sane quarters s -> no_longer s (truncated_space s).
Proof.
  intros S. unfold truncated_space.
  destruct (truncate (options s)); [unfold no_longer; lia | ..]; apply as_far_no_longer; auto; intros s' S' C;
    destruct (halved_by_removal_lengths S' C) as (Z & O & A & _); pose proof (sane_space (proj1
    (halved_by_removal_sane S' C))); (split; [now apply halved_by_removal_sane | unfold no_longer; lia]).
Qed.

Lemma shrunk_no_longer s : sane quarters s -> no_longer s (shrunk_space s).
Proof.
  intros S. apply as_far_no_longer; auto. intros s' S' C. destruct (halved_lengths S' C) as (Z & O & A).
  pose proof (sane_space (proj1 (halved_sane S' C))). split; [now apply halved_sane | unfold no_longer; lia].
Qed.

Lemma quarters_bounded truncation : (forall s, sane quarters s -> no_longer s (truncation s)) ->
  bounded_design (E := E) (Design nothing_opened doubled_space truncation shrunk_space) quarters.
Proof.
  intros Tr. constructor; cbn [untouched grown truncated shrunk]; auto using shrunk_no_longer.
  - intros o space L H. destruct (least_quarters o) as (m & M & X), (initial_quarters o) as (n & N & Y).
    assert (least_space o <= initial_space o) by (unfold initial_space; lia).
    assert (exists q, 0 < q /\ space = 4 * q /\ 4 * q <= initial_space o) as (q & Q & -> & R).
    { destruct H as [-> | ->]; [exists m | exists n]; lia. }
    unfold nothing_opened. rewrite three_sum. cbn [size]. lia.
  - intros s S F. destruct (doubled_space_sane S F) as (S' & O & N & C & _ & L & Z).
    destruct (space_quarters S) as (q & Q & W & _). pose proof (sane_counts S).
    split; [|split; [exact Z | reflexivity]]. unfold opened_of, doubled_space. cbn [partitions]. rewrite W.
    replace (2 * (4 * q)) with (4 * (2 * q)) by lia. rewrite three_sum, (proj1 (divided (2 * q))). cbn [opened].
    unfold opened_of in *. lia.
Qed.

Theorem stable_list_bounded : bounded_design (E := E) stable_list quarters.
Proof. exact (quarters_bounded _ truncated_no_longer). Qed.

(** * The end of a cascade *)

Lemma cascade_ends halve :
  (forall s, sane quarters s -> can_halve s = true -> sane quarters (halve s) /\ 2 * space_of (halve s) = space_of s) ->
  forall fuel s, sane quarters s -> Z.log2 (space_of s) <= Z.of_nat fuel -> can_halve (cascade halve fuel s) = false.
Proof.
  intros H fuel. induction fuel as [|fuel IH]; intros s S L; cbn [cascade].
  - exfalso. destruct (space_quarters S) as (q & Q & W & _). pose proof (Z.log2_le_mono 2 (space_of s) ltac:(lia)).
    cbn in *. lia.
  - destruct (can_halve s) eqn:C; auto. destruct (H s S C) as [S' Z]. apply IH; auto. pose proof (sane_space S').
    rewrite <- Z, Z.log2_double in L by auto. lia.
Qed.

Lemma as_far_as_possible_ends halve :
  (forall s, sane quarters s -> can_halve s = true -> sane quarters (halve s) /\ 2 * space_of (halve s) = space_of s) ->
  forall s, sane quarters s -> can_halve (as_far_as_possible halve s) = false.
Proof. intros H s S. apply cascade_ends; auto. rewrite Z2Nat.id; [lia | apply Z.log2_nonneg]. Qed.

Lemma truncated_ends s : sane quarters s -> truncate (options s) = Never \/ can_halve (truncated_space s) = false.
Proof.
  intros S. unfold truncated_space. destruct (truncate (options s)); auto; right; apply as_far_as_possible_ends; auto;
    intros s' S' C; (split; [now apply halved_by_removal_sane | now apply halved_by_removal_lengths]).
Qed.

Lemma shrunk_ends s : sane quarters s -> can_halve (shrunk_space s) = false.
Proof.
  intros S. apply as_far_as_possible_ends; auto. intros s' S' C.
  split; [now apply halved_sane | now apply halved_lengths].
Qed.

(** Where R1 forbids the half. *)
Definition shortest (o : parameters) (ps : list partition) : Prop := may_halve o (sum size ps) = false.

Lemma can_halve_settled s : sane quarters s -> can_halve s = false -> settled shortest s.
Proof.
  intros S C. destruct (sane_top S) as (l & b & X & _). pose proof (sound_counts X).
  apply andb_false_iff in C as [C|C]; [|now right; right; right]. apply Z.eqb_neq in C. left. lia.
Qed.

Lemma stable_list_settles : settling_design (E := E) (d := stable_list) (g := quarters) shortest.
Proof.
  constructor; cbn [stable_list grown truncated shrunk].
  - intros o ps ps' Z. unfold shortest. now rewrite (sum_sizes _ _ Z).
  - reflexivity.
  - intros s S. destruct (truncated_space_sane S) as [S' (O & _)]. destruct (truncated_ends S) as [N|N].
    + right. right. left. congruence.
    + now apply can_halve_settled.
  - intros s S. apply can_halve_settled; [now apply (shrunk_sane stable_list_sound) | now apply shrunk_ends].
Qed.

End Cascade.
#[export] Existing Instance stable_list_bounded.
