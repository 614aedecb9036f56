(** The bound on visits is tight: for every even n there is a list whose n + 1 removals make n visits. *)
From Lists.StableList Require Import Filling.

Section Tight.
Context {E : Type} (e : E) (h : Z) (H : 0 < h).
Implicit Types (s : state E).

Notation witness_options := (filled_options Iteration h).

(** q1 and q2 are opened to their ends, q2 is full, and one cell of h2 is opened. *)
Lemma shape s : sane quarters s -> space_of s = 8 * h -> opened_of s = 4 * h + 1 ->
  (forall i, 2 * h <= i < 4 * h -> found s (i, i) = Some e) -> exists q1 q2 h2,
  thirds s (2 * h) q1 q2 h2 /\ opened q1 = 2 * h /\ live q2 = 2 * h /\ opened h2 = 1 /\
  live_of s = live q1 + 2 * h + live h2.
Proof.
  intros S Z0 O F. destruct (sane_thirds S) as (q & q1 & q2 & h2 & T). pose proof (numbers T).
  assert (q = 2 * h) as -> by lia. exists q1, q2, h2. pose proof (counted (in_q2 T)). split; [exact T|].
  pose proof (exact (in_q2 T)) as X.
  destruct (free_list _ q2) as [|i l] eqn:L; rewrite ?L in *; [cbn [length] in *; lia|]. exfalso.
  destruct (proj1 (X i) (or_introl eq_refl)) as [R V]. apply (not_both V). exists e, i. apply (found_spec s (i, i)).
  apply F. lia.
Qed.

(** * Emptying q1: each removal leaves a vacancy there *)

Definition emptying s (m : Z) : Prop := sane quarters s /\ options s = witness_options /\ space_of s = 8 * h /\
  opened_of s = 4 * h + 1 /\ live_of s = 4 * h + 1 - m /\ visits (spent s) = 0 /\ removals (spent s) = m /\
  forall i, m <= i <= 4 * h -> found s (i, i) = Some e.

Lemma emptying_remove s m : emptying s m -> 0 <= m < 2 * h -> emptying (fst (remove stable_list s (m, m))) (m + 1).
Proof.
  intros (S & O & Z0 & Op & L & V & R & F) M. destruct (remove_found (m, m) S) as (_ & S' & F').
  pose proof (F m ltac:(lia)) as G. destruct (shape S) as (q1 & q2 & h2 & T & _); auto.
  { intros i I. apply F. lia. }
  assert (fst (remove stable_list s (m, m)) = vacated s m) as Q.
  { unfold remove. rewrite G. cbn [fst]. unfold vacate. rewrite (is_top T). pose proof (numbers T).
    destruct (Z.leb_spec (start h2) m); [lia | reflexivity]. }
  rewrite Q in *. apply found_spec in G. destruct (vacated_sane m S G) as (_ & L1 & O1 & Z1). unfold emptying.
  rewrite L1, O1, Z1. fields. repeat split; auto; try apply S'; try lia. intros i I. rewrite F'. unfold with_entry.
  destruct (same_spec (i, i) (m, m)) as [D|_]; [|apply F; lia]. injection D as D. lia.
Qed.

Lemma emptying_all m : forall s j, emptying s j -> 0 <= j -> j + Z.of_nat m <= 2 * h ->
  emptying (remove_all stable_list s (map (fun i => (i, i)) (positions m j))) (j + Z.of_nat m).
Proof.
  induction m as [|m IH]; intros s j F J L; cbn [positions map remove_all fold_left].
  - now rewrite Z.add_0_r.
  - replace (j + Z.of_nat (S m)) with (j + 1 + Z.of_nat m) by lia. apply IH; [|lia..]. apply emptying_remove; auto.
    lia.
Qed.

(** * The removal from h2 walks all of them *)

Lemma emptied_truncates s : emptying s (2 * h) -> let s' := fst (remove stable_list s (4 * h, 4 * h)) in
  visits (spent s') = 2 * h /\ removals (spent s') = 2 * h + 1.
Proof.
  intros (S & O & Z0 & Op & L & V & R & F). cbn zeta. pose proof (F (4 * h) ltac:(lia)) as G.
  destruct (shape S) as (q1 & q2 & h2 & T & O1 & L2 & O3 & Li); auto; [intros i I; apply F; lia|].
  pose proof (numbers T). assert (live h2 = 1) as L3.
  { enough (live h2 <> 0) by lia. intros N. apply found_spec in G.
    apply (sound_idle (i := 4 * h) (in_h2 T) N); [lia|]. now exists e, (4 * h). }
  destruct (filled_sizes Iteration H) as [W _].
  destruct (halved_once (4 * h, 4 * h) S G) as ((S1 & T0) & S2 & (O2 & _) & Z2 & Lv & X); rewrite ?(is_top T), ?O;
    cbn [fst]; try easy; try lia.
  { unfold may_halve. rewrite Z0, W, !andb_true_iff, !Z.eqb_eq, Z.leb_le. Z.to_euclidean_division_equations. lia. }
  cbn [fst] in *. set (s1 := vacated s (4 * h)) in *. apply found_spec in G as G'.
  destruct (vacated_sane (4 * h) S G') as (_ & L1 & Op1 & Z1). fold s1 in L1, Op1, Z1. rewrite X.
  - destruct (shape S1) as (p1 & p2 & p3 & T' & O1' & _ & _ & Li'); try congruence.
    { intros i I. rewrite <- (F i) by lia. unfold found, s1. fields. rewrite get_set_other; auto. cbn [fst]. lia. }
    destruct (halved_by_removal_fields s1) as (_ & -> & -> & _). rewrite (are T'). pose proof (counted (in_q1 T')).
    rewrite (is_top T') in T0. change (visits (spent s1)) with (visits (spent s)).
    change (removals (spent s1)) with (removals (spent s) + 1). lia.
  - unfold can_halve, may_halve.
    replace (options (halved_by_removal s1)) with (filled_options Iteration h) by (rewrite O2; auto). rewrite W.
    apply andb_false_iff. right. replace (space_of (halved_by_removal s1)) with (4 * h) by lia.
    destruct (Z.leb_spec (4 * h) (4 * h / 2)); [|now rewrite andb_false_r]. Z.to_euclidean_division_equations. lia.
Qed.

Definition witness : list (operation E) :=
  Extend (repeat e (Z.to_nat (4 * h + 1))) ::
  map (@Remove E) (map (fun i => (i, i)) (positions (Z.to_nat (2 * h)) 0) ++ [(4 * h, 4 * h)]).

Lemma run_removals ks : forall s, fst (run stable_list s (map Remove ks)) = remove_all stable_list s ks.
Proof.
  induction ks as [|k ks IH]; intros s; cbn [map run]; auto. cbn [step remove_all fold_left].
  fold (remove_all stable_list (fst (remove stable_list s k)) ks). rewrite <- IH.
  destruct (remove stable_list s k) as [s1 x]. cbn [fst]. now destruct (run stable_list s1 (map Remove ks)).
Qed.

Theorem witness_visits :
  let s := fst (run stable_list (initial stable_list witness_options) witness) in
  visits (spent s) = 2 * h /\ removals (spent s) = 2 * h + 1.
Proof.
  destruct (filled_up_step e Iteration H (n := 4 * h + 1)) as (s & ks & Q & F & _); [lia|]. unfold witness. cbn [run].
  rewrite Q.
  pose proof (run_removals (map (fun i => (i, i)) (positions (Z.to_nat (2 * h)) 0) ++ [(4 * h, 4 * h)]) s) as P.
  destruct (run stable_list s _) as [s2 answers]. cbn [fst] in *. subst s2. unfold remove_all. rewrite fold_left_app.
  cbn [fold_left]. apply emptied_truncates. replace (2 * h) with (0 + Z.of_nat (Z.to_nat (2 * h))) at 2 by lia.
  apply emptying_all; [|lia..]. destruct F as ((S & O & L & Op) & Z0 & _ & _ & M & F). split; [exact S|]. rewrite M.
  repeat split; auto; [lia|]. intros i I. apply F. lia.
Qed.

End Tight.
