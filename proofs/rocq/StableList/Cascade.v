(** A cascade ends where it should: h2 has a live element, or R1 forbids the half (R4). *)
From Coq Require Import ZArith List Lia Bool.
From Lists Require Import Parameters Cells Container Chain Partition Tiling Steps Lengths.
From Lists.StableList Require Import Model Halving Invariant.
Import ListNotations.
Local Open Scope Z_scope.

Section Cascade.
Context {E : Type}.
Implicit Types (s : state E).

(** * A halving makes a list shorter *)

Lemma halved_lengths s : sane quarters s -> can_halve s = true ->
  2 * space_of (halved s) = space_of s /\ opened_of (halved s) <= opened_of s /\ allocated (halved s) = allocated s.
Proof.
  intros S C. destruct (sane_thirds s S) as (q & q1 & q2 & h2 & l1 & l2 & l3 & T).
  destruct (can_halve_spec _ _ _ _ _ _ _ _ T C) as (Z0 & h & Q & H & L).
  destruct (halved_thirds _ _ _ _ _ _ _ _ h S T) as (q1' & q2' & stay & pushed & T' & S' & K & _ & _ & O1 & O2 & _);
    auto.
  rewrite (has_space _ _ _ _ _ _ _ _ T), (has_space _ _ _ _ _ _ _ _ T'). unfold opened_of.
  rewrite (are _ _ _ _ _ _ _ _ T), (are _ _ _ _ _ _ _ _ T'). cbn [sum].
  pose proof (bounded _ _ _ _ (in_h2 _ _ _ _ _ _ _ _ T)).
  repeat split; try lia. unfold halved. now rewrite (are _ _ _ _ _ _ _ _ T).
Qed.

Lemma halved_by_removal_lengths s : sane quarters s -> can_halve s = true ->
  2 * space_of (halved_by_removal s) = space_of s /\ opened_of (halved_by_removal s) <= opened_of s /\
  allocated (halved_by_removal s) <= allocated s /\
  (truncate (options s) <> Memory ->
    allocated (halved_by_removal s) = allocated s /\ moved (spent (halved_by_removal s)) = moved (spent s)).
Proof.
  intros S C. destruct (halved_lengths s S C) as (Z & O & A).
  assert (moved (spent (halved s)) = moved (spent s)) as M by (unfold halved; now destruct (partitions s) as [|? [|? [|? [|]]]]).
  destruct (halved_by_removal_like s) as [-> | [N ->]].
  - unfold space_of, opened_of in *. cbn [walked with_cost partitions allocated spent visiting moved]. lia.
  - pose proof (allocated_space stable_list quarters stable_list_sound s S).
    pose proof (sane_space stable_list quarters stable_list_sound s S).
    unfold reallocated, space_of, opened_of in *. cbn [walked with_cost partitions allocated].
    repeat split; auto; try lia; congruence.
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
  intros S. unfold truncated_space. destruct (truncate (options s)); [unfold no_longer; lia | ..];
    apply as_far_no_longer; auto; intros s' S' C; destruct (halved_by_removal_lengths s' S' C) as (Z & O & A & _);
    pose proof (sane_space stable_list quarters stable_list_sound _ (proj1 (halved_by_removal_sane s' S' C)));
    (split; [now apply halved_by_removal_sane | unfold no_longer; lia]).
Qed.

Lemma shrunk_no_longer s : sane quarters s -> no_longer s (shrunk_space s).
Proof.
  intros S. apply as_far_no_longer; auto. intros s' S' C. destruct (halved_lengths s' S' C) as (Z & O & A).
  pose proof (sane_space stable_list quarters stable_list_sound _ (proj1 (halved_sane s' S' C))).
  split; [now apply halved_sane | unfold no_longer; lia].
Qed.

Lemma quarters_bounded truncation : (forall s, sane quarters s -> no_longer s (truncation s)) ->
  bounded_design (E := E) (Design nothing_opened doubled_space truncation shrunk_space) quarters.
Proof.
  intros Tr. constructor; cbn [untouched grown truncated shrunk]; auto using shrunk_no_longer.
  - intros o space L H.
    destruct (least_quarters o) as (m & M & X), (initial_quarters o) as (n & N & Y).
    assert (least_space o <= initial_space o) by (unfold initial_space; lia).
    assert (exists q, 0 < q /\ space = 4 * q /\ 4 * q <= initial_space o) as (q & Q & -> & R).
    { destruct H as [-> | ->]; [exists m | exists n]; lia. }
    unfold nothing_opened. rewrite three_sum. cbn [size]. lia.
  - intros s S F. destruct (doubled_space_sane s S F) as (S' & O & N & C & _ & L & Z).
    destruct (space_quarters s S) as (q & Q & W & _). pose proof (sane_counts _ s S).
    split; [|split; [exact Z | reflexivity]].
    unfold opened_of, doubled_space. cbn [partitions]. rewrite W.
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
  - exfalso. destruct (space_quarters s S) as (q & Q & W & _). pose proof (Z.log2_le_mono 2 (space_of s) ltac:(lia)).
    cbn in *. lia.
  - destruct (can_halve s) eqn:C; auto. destruct (H s S C) as [S' Z]. apply IH; auto.
    pose proof (sane_space stable_list quarters stable_list_sound _ S').
    rewrite <- Z, Z.log2_double in L by auto. lia.
Qed.

Lemma as_far_as_possible_ends halve :
  (forall s, sane quarters s -> can_halve s = true -> sane quarters (halve s) /\ 2 * space_of (halve s) = space_of s) ->
  forall s, sane quarters s -> can_halve (as_far_as_possible halve s) = false.
Proof.
  intros H s S. apply cascade_ends; auto. rewrite Z2Nat.id; [lia | apply Z.log2_nonneg].
Qed.

Lemma truncated_ends s : sane quarters s -> truncate (options s) = Never \/ can_halve (truncated_space s) = false.
Proof.
  intros S. unfold truncated_space. destruct (truncate (options s)); auto; right; apply as_far_as_possible_ends; auto;
    intros s' S' C; (split; [now apply halved_by_removal_sane | now apply halved_by_removal_lengths]).
Qed.

Lemma shrunk_ends s : sane quarters s -> can_halve (shrunk_space s) = false.
Proof.
  intros S. apply as_far_as_possible_ends; auto.
  intros s' S' C. split; [now apply halved_sane | now apply halved_lengths].
Qed.

(** If h2 was opened and is empty, truncation is off or R1 forbids another halving. *)
Definition settled s : Prop :=
  0 < live (top s) \/ opened (top s) = 0 \/ truncate (options s) = Never \/ may_halve (options s) (space_of s) = false.

Lemma can_halve_settled s : sane quarters s -> can_halve s = false -> settled s.
Proof.
  intros S C. destruct (sane_thirds s S) as (q & q1 & q2 & h2 & l1 & l2 & l3 & T).
  unfold can_halve, settled in *. rewrite (thirds_top _ _ _ _ _ _ _ _ T) in *.
  apply andb_false_iff in C as [C|C]; auto. apply Z.eqb_neq in C.
  pose proof (sound_counts _ _ _ _ (in_h2 _ _ _ _ _ _ _ _ T)). left. lia.
Qed.

(** Which partition an insertion takes. *)
Lemma taken_three (c : cells E) q1 q2 h2 i ps : taken c [q1; q2; h2] = Some (i, ps) ->
  ps = [filled c q1; q2; h2] /\ i = vacancy q1 /\ live q1 <> size q1 \/
  ps = [q1; filled c q2; h2] /\ i = vacancy q2 /\ live q1 = size q1 /\ live q2 <> size q2 \/
  ps = [q1; q2; filled c h2] /\ i = vacancy h2 /\ live q1 = size q1 /\ live q2 = size q2 /\ live h2 <> size h2.
Proof.
  cbn [taken]. unfold full.
  destruct (Z.eqb_spec (live q1) (size q1)); cbn [option_map]; [|intros [= <- <-]; auto].
  destruct (Z.eqb_spec (live q2) (size q2)); cbn [option_map]; [|intros [= <- <-]; auto 6].
  destruct (Z.eqb_spec (live h2) (size h2)); cbn [option_map]; [discriminate | intros [= <- <-]; auto 8].
Qed.

Lemma move_settled o s ks s' : sane quarters s -> settled s -> move stable_list o s ks s' -> settled s'.
Proof.
  intros S P M. destruct M; auto.
  - destruct (insert_cases stable_list quarters stable_list_sound s e S) as (s1 & i & ps & W & S1 & O & _ & C & L & K
    & ->).
    cbn [fst]. destruct (sane_thirds s1 S1) as (q & q1 & q2 & h2 & l1 & l2 & l3 & T).
    pose proof (has_space _ _ _ _ _ _ _ _ T) as Z. rewrite (are _ _ _ _ _ _ _ _ T) in K.
    destruct (sizes _ _ _ _ _ _ _ _ T) as (Z1 & Z2 & Z3).
    pose proof (sound_counts _ _ _ _ (in_h2 _ _ _ _ _ _ _ _ T)) as C3.
    pose proof (bounded _ _ _ _ (in_h2 _ _ _ _ _ _ _ _ T)) as B3.
    unfold settled, top in *. cbn [options partitions]. unfold space_of. cbn [partitions].
    destruct W as [-> | [-> F]].
    + unfold space_of in P, Z. rewrite (are _ _ _ _ _ _ _ _ T) in P, Z. cbn [last] in P.
      destruct (taken_three _ _ _ _ _ _ K) as [(-> & _ & N) | [(-> & _ & F1 & N) | (-> & _ & F1 & F2 & N)]];
        cbn [last sum].
      * destruct (sound_filled _ _ _ _ e 0 (in_q1 _ _ _ _ _ _ _ _ T)) as (_ & _ & _ & _ & Ez & _).
        { pose proof (sound_counts _ _ _ _ (in_q1 _ _ _ _ _ _ _ _ T)).
          pose proof (bounded _ _ _ _ (in_q1 _ _ _ _ _ _ _ _ T)). lia. }
        rewrite Ez. exact P.
      * destruct (sound_filled _ _ _ _ e 0 (in_q2 _ _ _ _ _ _ _ _ T)) as (_ & _ & _ & _ & Ez & _).
        { pose proof (sound_counts _ _ _ _ (in_q2 _ _ _ _ _ _ _ _ T)).
          pose proof (bounded _ _ _ _ (in_q2 _ _ _ _ _ _ _ _ T)). lia. }
        rewrite Ez. exact P.
      * destruct (sound_filled _ _ _ _ e 0 (in_h2 _ _ _ _ _ _ _ _ T)) as (_ & _ & _ & _ & _ & El & _); [lia|].
        left. lia.
    + left. pose proof (are _ _ _ _ _ _ _ _ T) as A. cbn [stable_list grown doubled_space partitions] in A.
      unfold three in A. injection A as <- <- <-. cbn [size live] in *.
      destruct (taken_three _ _ _ _ _ _ K) as [(_ & _ & N) | [(_ & _ & F1 & N) | (-> & _ & F1 & F2 & N)]];
        cbn [live size] in *; try lia.
      cbn [last filled head live]. lia.
  - pose proof (vacated_sane stable_list quarters stable_list_sound s i e id S H) as (S' & _ & _ & Z).
    destruct (vacate_sane stable_list quarters stable_list_sound s i e id S H) as (S2 & (O & _) & W).
    assert (vacate stable_list s i = truncated_space (vacated s i) -> settled (vacate stable_list s i)) as X.
    { intros V. destruct (truncated_ends (vacated s i) S') as [N|N].
      - unfold settled. rewrite O. auto.
      - rewrite V in *. now apply can_halve_settled. }
    destruct W as [V | [V _]]; [|now apply X].
    unfold vacate in V, X |- *. unfold settled in P.
    destruct ((start (top s) <=? i) && (live (top (vacated s i)) =? 0)) eqn:Y; [now apply X|]. clear X V.
    destruct (sane_thirds _ S') as (q & q1 & q2 & h2 & l1 & l2 & l3 & T).
    pose proof (sound_counts _ _ _ _ (in_h2 _ _ _ _ _ _ _ _ T)) as C3.
    apply andb_false_iff in Y as [Y|Y].
    + apply Z.leb_gt in Y. unfold settled. cbn [vacated options]. fold (vacated s i). rewrite Z.
      replace (top (vacated s i)) with (top s); auto.
      destruct (sane_thirds s S) as (q' & q1' & q2' & h2' & l1' & l2' & l3' & T').
      unfold top in *. cbn [vacated partitions]. rewrite (are _ _ _ _ _ _ _ _ T') in *. cbn [last] in Y.
      destruct (begins _ _ _ _ (in_q1 _ _ _ _ _ _ _ _ T')) as [G1 _],
        (begins _ _ _ _ (in_q2 _ _ _ _ _ _ _ _ T')) as [G2 _],
        (begins _ _ _ _ (in_h2 _ _ _ _ _ _ _ _ T')) as [G3 _], (sizes _ _ _ _ _ _ _ _ T') as (Z1 & Z2 & Z3).
      cbn [released last]. unfold stop. destruct (Z.ltb_spec i (start q1' + size q1')); auto.
      destruct (Z.ltb_spec i (start q2' + size q2')); auto. lia.
    + apply Z.eqb_neq in Y. left. rewrite (thirds_top _ _ _ _ _ _ _ _ T) in *. lia.
  - right. left. unfold top. cbn [clear stable_list partitions untouched]. reflexivity.
  - unfold with_room. destruct (_ <=? _); auto.
  - cbn [shrink_to_fit]. unfold shrink_to_fit. cbn [stable_list shrunk].
    assert (settled (shrunk_space s)) as X.
    { apply can_halve_settled; [|now apply shrunk_ends]. now apply (shrunk_sane _ _ stable_list_sound s S). }
    destruct (_ <? _); auto.
Qed.

Lemma initial_settled o : settled (initial (E := E) stable_list o).
Proof. right. left. reflexivity. Qed.

End Cascade.
