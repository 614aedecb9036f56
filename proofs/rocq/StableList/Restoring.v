(** Restoring a key of a StableList (R16): cells are opened, the space doubles, and a vacancy is filled. *)
From Lists Require Export Restored.
From Lists.StableList Require Export Invariant.

Section Restoring.
Context {E : Type}.
Implicit Types (s : state E).

(** The old q1 and q2 are the new q1, where the free list of q2 comes first; the old h2 is the new q2. *)
Definition stretched s : state E :=
  match partitions s with
  | [q1; q2; h2] =>
      let free := free_list (contents s) q2 ++ free_list (contents s) q1 in
      State (options s) (allocated s) (next_id s) (linked (contents s) free)
        [with_free 0 (space_of s / 2) (space_of s / 2) free; h2; empty (space_of s) (space_of s)] (spent s)
  | _ => s
  end.

Lemma apart_nodup (l l' : list Z) : NoDup l -> NoDup l' -> (forall x, In x l -> ~ In x l') -> NoDup (l ++ l').
Proof.
  intros N N' D. induction N as [|x l X N IH]; cbn; auto. constructor.
  - rewrite in_app_iff. intros [J|J]; [easy|]. apply (D x); auto. now left.
  - apply IH. intros y J. apply D. now right.
Qed.

Theorem doubling_an_opened_space_keeps_everything s : sane quarters s -> opened_of s = space_of s ->
  space_of s < allocated s -> sane quarters (stretched s) /\ options (stretched s) = options s /\
  next_id (stretched s) = next_id s /\ (forall k, found (stretched s) k = found s k) /\
  space_of (stretched s) = 2 * space_of s.
Proof.
  intros S O Al. destruct (sane_thirds S) as (q & q1 & q2 & h2 & T). pose proof (numbers T) as B.
  pose proof T as [P _ S1 S2 S3 _]. unfold stretched. rewrite P.
  replace (space_of s / 2) with (2 * q) by (Z.to_euclidean_division_equations; lia).
  set (free := free_list (contents s) q2 ++ free_list (contents s) q1). set (c := linked (contents s) free).
  assert (forall x, In x free <-> 0 <= x < 2 * q /\ vacant (contents s) x) as M.
  { intros x. unfold free. rewrite in_app_iff, (exact S1), (exact S2). split; [intuition lia|]. intros [R V].
    destruct (Z_lt_le_dec x q); [right | left]; split; auto; lia. }
  assert (NoDup free) as N.
  { apply apart_nodup; try apply S1; try apply S2. intros x J J'. apply (exact S2) in J. apply (exact S1) in J'. lia. }
  assert (forall x, In x free -> 0 <= x) as M0 by (intros x J%M; lia).
  assert (forall x, In x free -> vacant c x) as W1 by (intros x J; now apply linked_vacant).
  assert (forall x, ~ In x free -> get c x = get (contents s) x) as W2 by (intros x J; now apply linked_other).
  assert (forall x, get c x <> None <-> get (contents s) x <> None) as U.
  { intros x. destruct (in_dec Z.eq_dec x free) as [J|J]; [|now rewrite W2].
    destruct (W1 x J) as [n ->]. apply M in J as [_ [m ->]]. split; easy. }
  assert (sound c (with_free 0 (2 * q) (2 * q) free)) as Sf.
  { apply threaded_sound with free. constructor; cbn [with_free start size opened live head]; auto; try lia.
    - now apply linked_chain.
    - intros x. split; [intros J; split; [apply M in J; lia | auto]|]. intros [R [n V]].
      destruct (in_dec Z.eq_dec x free) as [J|J]; auto. apply M. split; [lia|]. exists n. now rewrite <- W2.
    - intros x R. rewrite U. destruct (Z_lt_le_dec x q); [rewrite (touched S1) by lia | rewrite (touched S2) by lia]; lia. }
  assert (sound c h2) as Sh.
  { apply (sound_frame (c := contents s)); auto. intros x R. apply W2. intros J%M. lia. }
  assert (sound c (empty (space_of s) (space_of s))) as Se.
  { apply sound_packed; try lia. intros x R. destruct (get c x) eqn:X; auto.
    assert (x < space_of s); [|lia]. apply (none_beyond S), U. congruence. }
  set (s' := State _ _ _ _ _ _).
  assert (space_of s' = 2 * space_of s) as Z2.
  { change (sum size [with_free 0 (2 * q) (2 * q) free; h2; empty (space_of s) (space_of s)] = 2 * space_of s).
    cbn [sum with_free size empty]. lia. }
  split; [|split; [reflexivity|]; split; [reflexivity|]; split; [|exact Z2]].
  - constructor; rewrite ?Z2; cbn [s' contents partitions allocated options].
    + cbn [tiled with_free start size opened empty sum]. repeat apply conj; auto; intros; lia.
    + intros x X%U%(none_beyond S). lia.
    + destruct (doubling S) as (n & Nn & A). rewrite A in *. destruct (Z.eq_dec n 0) as [-> | N0]; [lia|]. exists (n - 1).
      assert (2 ^ n = 2 * 2 ^ (n - 1)) as Q by (rewrite <- Z.pow_succ_r by lia; f_equal; lia). split; [lia | nia].
    + exists (2 * q). unfold place. cbn [map with_free start size empty]. split; [lia|]. split; [lia|].
      repeat f_equal; lia.
    + apply S.
  - intros [x a]. unfold found. cbn [s' contents fst snd].
    destruct (in_dec Z.eq_dec x free) as [J|J]; [|now rewrite W2].
    destruct (W1 x J) as [n ->]. apply M in J as [_ [m ->]]. reflexivity.
Qed.

(** * The whole of it *)

Fixpoint opening (n : nat) s : state E := match n with O => s | S n => opening n (opened_next s) end.

(** All cells are opened, and the space doubles, as often as a position needs. *)
Fixpoint stretching (fuel : nat) s (i : Z) : state E :=
  match fuel with
  | S n => if i <? space_of s then s else stretching n (stretched (opening (Z.to_nat (space_of s - opened_of s)) s)) i
  | O => s
  end.

Definition restorable s (j : key) : bool :=
  (0 <=? snd j) && (snd j <? next_id s) && (0 <=? fst j) && (fst j <? allocated s) &&
  indexable (options s) (fst j) && holds (options s) (live_of s + 1) &&
  match key_at s (fst j) with None => true | Some _ => false end.

Definition insert_at s (j : key) (e : E) : state E * bool :=
  let s1 := stretching (Z.to_nat (Z.log2_up (allocated s))) s (fst j) in
  if restorable s j && (fst j <? space_of s1)
  then (refilled (opening (Z.to_nat (fst j + 1 - opened_of s1)) s1) j e, true) else (s, false).

(** The same elements, ids and memory. *)
Definition alike s s' : Prop := sane quarters s' /\ options s' = options s /\ next_id s' = next_id s /\
  (forall k, found s' k = found s k) /\ allocated s' = allocated s.

Lemma opening_alike n : forall s, sane quarters s -> opened_of s + Z.of_nat n <= space_of s ->
  alike s (opening n s) /\ space_of (opening n s) = space_of s /\ opened_of (opening n s) = opened_of s + Z.of_nat n.
Proof.
  induction n as [|n IH]; intros s S L; cbn [opening].
  - split; [split; auto | lia].
  - destruct (opening_a_cell_keeps_everything S) as (S1 & O1 & N1 & F1 & Z1 & P1); [lia|].
    destruct (IH _ S1) as ((S2 & O2 & N2 & F2 & A2) & Z2 & P2); [lia|].
    assert (allocated (opened_next s) = allocated s) by reflexivity.
    split; [|lia]. split; [exact S2|]. split; [congruence|]. split; [congruence|]. split; [|congruence].
    intros k. now rewrite F2.
Qed.

Lemma stretched_allocated s : allocated (stretched s) = allocated s.
Proof. unfold stretched. destruct (partitions s) as [|? [|? [|? [|]]]]; reflexivity. Qed.

Lemma stretching_alike fuel i : forall s, sane quarters s -> i < allocated s -> alike s (stretching fuel s i).
Proof.
  induction fuel as [|fuel IH]; intros s S L; cbn [stretching]; [split; auto|].
  destruct (Z.ltb_spec i (space_of s)) as [|G]; [split; auto|]. pose proof (sane_counts S) as K.
  destruct (opening_alike (Z.to_nat (space_of s - opened_of s)) S) as ((S1 & O1 & N1 & F1 & A1) & Z1 & P1); [lia|].
  set (s1 := opening _ s) in *.
  destruct (doubling_an_opened_space_keeps_everything S1) as (S2 & O2 & N2 & F2 & Z2); [lia..|].
  pose proof (stretched_allocated s1) as A2. destruct (IH _ S2) as (S3 & O3 & N3 & F3 & A3); [lia|].
  split; [exact S3|]. split; [congruence|]. split; [congruence|]. split; [|congruence].
  intros k. now rewrite F3, F2.
Qed.

(** What [insert_at] does with a key and some element. *)
Definition restored s (j : key) s' : Prop := exists e, s' = fst (insert_at s j e).

Theorem insert_at_restores : restoration (g := quarters) restored.
Proof.
  intros s j s' S [e ->]. unfold insert_at. set (s1 := stretching _ s (fst j)).
  destruct (restorable s j) eqn:R; cbn [andb fst]; [|auto].
  unfold restorable in R. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt in R.
  destruct R as ((((((_ & _) & I0) & I1) & _) & _) & V).
  destruct (stretching_alike (Z.to_nat (Z.log2_up (allocated s))) S I1) as (S1 & O1 & N1 & F1 & _). fold s1 in S1, O1, N1, F1.
  destruct (Z.ltb_spec (fst j) (space_of s1)) as [L|]; cbn [fst]; [|auto]. pose proof (sane_counts S1) as K.
  set (n := Z.to_nat (fst j + 1 - opened_of s1)).
  destruct (opening_alike n S1) as ((S2 & O2 & N2 & F2 & _) & _ & P2); [lia|]. set (s2 := opening n s1) in *.
  assert (vacant (contents s2) (fst j)) as W.
  { destruct (vacant_or_inhabited (contents s2) (fst j)) as [|(x & id & X)]; auto.
    - apply (sane_touched _ S2). lia.
    - exfalso. assert (found s2 (fst j, id) = Some x) as Y by now apply found_spec.
      rewrite F2, F1 in Y. apply found_spec in Y. cbn [fst] in Y. unfold key_at in V. now rewrite Y in V. }
  destruct (refilled_restores S2 (j := j) (s' := refilled s2 j e)) as (S3 & O3 & N3 & F3); [eauto|].
  split; [exact S3|]. split; [congruence|]. split; [congruence|]. intros k D. rewrite F3 by auto. now rewrite F2.
Qed.

End Restoring.
