(** StableList guarantees what a design has to: its invariant holds after every operation. *)
From Lists.StableList Require Export Halving.

Section Invariant.
Context {E : Type}.
Implicit Types (s : state E).

(** * A step of a cascade *)

(** A step that halves the space; [halved], [walked] and [halved_by_removal] do. *)
Definition halves (halve : state E -> state E) : Prop := forall s, sane quarters s -> can_halve s = true ->
  shortened quarters s (halve s) /\ 2 * space_of (halve s) = space_of s.

Lemma halved_fields s : options (halved s) = options s /\ allocated (halved s) = allocated s /\
  moved (spent (halved s)) = moved (spent s) /\ visits (spent (halved s)) = visits (spent s) /\
  removals (spent (halved s)) = removals (spent s).
Proof. unfold halved. destruct (partitions s) as [|? [|? [|? [|]]]]; auto. Qed.

Lemma halved_halves : halves halved.
Proof.
  intros s S C. destruct (halved_thirds S C) as (h & q1 & q2 & h2 & q1' & q2' & T & _ & W & T' & _).
  split; [exact W|]. pose proof (numbers T). pose proof (numbers T'). lia.
Qed.

Lemma walked_halves : halves walked.
Proof.
  intros s S C. destruct (halved_halves S C) as [[S' K L M] Z2]. split; [|exact Z2].
  split; [destruct S'; now constructor | exact K | exact L | exact M].
Qed.

Lemma halved_by_removal_halves : halves halved_by_removal.
Proof.
  intros s S C. destruct (walked_halves S C) as [W Z2]. unfold halved_by_removal.
  destruct (truncate (options s)) eqn:M; auto. split; [|exact Z2].
  apply (shortened_trans W), reallocated_shortened; [apply W|]. now destruct (shorter_keeps W) as [-> _].
Qed.

(** * A cascade *)

(** What every step of a cascade keeps, the cascade keeps. *)
Lemma cascade_ind (P : state E -> Prop) halve : (forall s, P s -> can_halve s = true -> P (halve s)) ->
  forall fuel s, P s -> P (cascade halve fuel s).
Proof. intros H fuel. induction fuel as [|fuel IH]; intros s I; cbn; auto. destruct (can_halve s) eqn:C; auto. Qed.

Lemma quarters_sum o ps : quarters o (map place ps) ->
  exists q, 0 < q /\ sum size ps = 4 * q /\ least_space o <= 4 * q.
Proof.
  intros (q & Q & L & P). exists q. repeat split; auto.
  rewrite (sum_sizes [empty 0 q; empty q q; empty (2 * q) (2 * q)] ps P). cbn [sum size empty]. lia.
Qed.

Lemma space_quarters s : sane quarters s -> exists q, 0 < q /\ space_of s = 4 * q /\ least_space (options s) <= 4 * q.
Proof. intros S. apply quarters_sum, S. Qed.

(** It keeps every element; with enough fuel, it ends where no further step is possible. *)
Lemma cascade_spec halve fuel : halves halve -> forall s, sane quarters s ->
  shortened quarters s (cascade halve fuel s) /\
  (Z.log2 (space_of s) <= Z.of_nat fuel -> can_halve (cascade halve fuel s) = false).
Proof.
  intros H. induction fuel as [|fuel IH]; intros s S; cbn [cascade].
  - split; [now apply shortened_refl|]. destruct (space_quarters S) as (q & Q & W & _).
    pose proof (Z.log2_le_mono 2 (space_of s) ltac:(lia)). cbn in *. lia.
  - destruct (can_halve s) eqn:C; [|split; auto using shortened_refl]. destruct (H s S C) as [W Z2].
    destruct (IH _ (shorter_sane W)) as [W2 B]. split; [exact (shortened_trans W W2)|]. intros F. apply B.
    destruct (space_quarters (shorter_sane W)) as (q & Q & V & _). rewrite <- Z2, Z.log2_double in F by lia. lia.
Qed.

Lemma as_far_as_possible_spec halve s : halves halve -> sane quarters s ->
  shortened quarters s (as_far_as_possible halve s) /\ can_halve (as_far_as_possible halve s) = false.
Proof.
  intros H S. destruct (cascade_spec (Z.to_nat (Z.log2 (space_of s))) H S) as [W B]. split; [exact W|]. apply B.
  rewrite Z2Nat.id; [lia | apply Z.log2_nonneg].
Qed.

Lemma truncated_spec s : sane quarters s -> shortened quarters s (truncated_space s) /\
  (truncate (options s) = Never \/ can_halve (truncated_space s) = false).
Proof.
  intros S. destruct (as_far_as_possible_spec halved_by_removal_halves S). unfold truncated_space.
  destruct (truncate (options s)); auto using shortened_refl.
Qed.

(** * Sizes *)

Lemma round_up_quarters n : exists q, 0 < q /\ round_up n = 4 * q.
Proof. unfold round_up. exists (Z.max 1 ((n + 3) / 4)). lia. Qed.

Lemma initial_quarters o : exists q, 0 < q /\ initial_space o = 4 * q.
Proof.
  unfold initial_space, least_space. destruct (round_up_quarters (minimum o)) as (m & M & ->).
  destruct (round_up_quarters (capacity o)) as (n & N & ->). exists (Z.max m n). lia.
Qed.

Lemma divided q : 4 * q / 4 = q /\ 4 * q / 2 = 2 * q.
Proof. Z.to_euclidean_division_equations. lia. Qed.

Lemma three_sum f a b c q : sum f (three a b c (4 * q)) =
  f (Partition 0 q a a None) + (f (Partition q q b b None) + (f (Partition (2 * q) (2 * q) c c None) + 0)).
Proof. unfold three. destruct (divided q) as [-> ->]. reflexivity. Qed.

(** A space whose q1 and q2 are full, or untouched, and whose h2 is untouched. *)
Lemma three_quarters (c : cells E) o n q : 0 < q -> least_space o <= 4 * q -> n = 0 \/ n = q ->
  (forall i, 0 <= i < 2 * n -> inhabited c i) -> (forall i, 2 * n <= i -> get c i = None) ->
  let ps := three n n 0 (4 * q) in quarters o (map place ps) /\ tiled c 0 ps /\ sum size ps = 4 * q.
Proof.
  intros Q L N H U. cbv zeta. rewrite three_sum. unfold three. destruct (divided q) as [-> ->].
  split; [exists q; auto | split; [|cbn [sum opened size]; lia]]. cbn [tiled sum start size opened].
  intuition (lia || (apply sound_packed; intros; (apply H || apply U || idtac); lia)).
Qed.

(** * The design *)

(** Whatever the truncation, if it is sound itself. *)
Lemma quarters_sound truncation : (forall s, sane quarters s -> shortened quarters s (truncation s)) ->
  sound_design (E := E) (Design nothing_opened doubled_space truncation shrunk_space) quarters.
Proof.
  intros H.
  assert (forall o q, 0 < q -> least_space o <= 4 * q -> let ps := nothing_opened o (4 * q) in quarters o (map place
    ps) /\ tiled (none : cells E) 0 ps /\ sum size ps = 4 * q) as U.
  { intros o q Q L. apply three_quarters; auto; [lia | intros; apply get_none]. }
  constructor; cbn [untouched grown truncated shrunk]; auto.
  - intros o ps (q & Q & -> & L)%quarters_sum. exact L.
  - intros o. destruct (round_up_quarters (minimum o)) as (q & Q & L). fold (least_space o) in L. rewrite L. destruct (U o q) as (G & _ & Z); [lia..|]. eauto.
  - intros o. destruct (initial_quarters o) as (q & Q & I). rewrite I.
    assert (least_space o <= initial_space o) by (unfold initial_space; lia).
    destruct (U o q) as (G & T & ->); [lia..|]. split; [exact G|]. split; [exact T | lia].
  - intros o ps (q & Q & -> & L)%quarters_sum. now apply U.
  - intros s S F. destruct (space_quarters S) as (q & Q & Z & L). pose proof (sane_counts S) as K.
    destruct (@three_quarters (contents s) (options s) (2 * q) (2 * q)) as (G & T & Z2); try lia.
    + intros i I. unfold live_of, opened_of, space_of in *. apply (tiled_full (tiles S)); lia.
    + intros i I. destruct (get (contents s) i) eqn:X; auto. assert (i < space_of s) by (apply S; congruence). lia.
    + unfold doubled_space, space_of, live_of, opened_of in *. fields. rewrite Z in *.
      replace (2 * (4 * q)) with (4 * (2 * q)) by lia. rewrite (proj1 (divided (2 * q))). split; [exact G|].
      split; [exact T|]. rewrite Z2, !three_sum. cbn [live opened]. lia.
  - intros s S. now apply as_far_as_possible_spec; [apply halved_halves|].
Qed.

Theorem stable_list_sound : sound_design (E := E) stable_list quarters.
Proof. apply quarters_sound. intros s S. now apply truncated_spec. Qed.

End Invariant.
#[export] Existing Instance stable_list_sound.
