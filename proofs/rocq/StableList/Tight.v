(** The bound on visits is tight: for every even n there is a list whose n + 1 removals make n visits. *)
From Lists.StableList Require Import Filling.

Section Tight.
Context {E : Type} (e : E) (h : Z) (H : 0 < h).
Implicit Types (s : state E).

Notation witness_options := (filled_options Iteration h).

(** * Emptying q1: each removal leaves a vacancy there *)

Definition emptying s (m : Z) : Prop := sane quarters s /\ options s = witness_options /\
  visits (spent s) = 0 /\ removals (spent s) = m /\ (forall i, m <= i <= 4 * h -> found s (i, i) = Some e) /\
  exists q1 q2 h2, partitions s = [q1; q2; h2] /\ (start q1 = 0 /\ start q2 = 2 * h /\ start h2 = 4 * h) /\
    (size q1 = 2 * h /\ size q2 = 2 * h /\ size h2 = 4 * h) /\ opened q1 = 2 * h /\ live q1 = 2 * h - m /\ live h2 = 1.

Lemma filled_up_emptying s : filled_up e Iteration h s (4 * h + 1) -> emptying s 0.
Proof.
  intros ((S & O & L & P) & Z0 & N & _ & _ & V & R & F). split; [exact S|].
  repeat split; auto; [intros i I; apply F; lia|]. destruct (sane_thirds S) as (q & q1 & q2 & h2 & l1 & l2 & l3 & T).
  exists q1, q2, h2. pose proof (has_space T). assert (q = 2 * h) as -> by lia. unfold live_of, opened_of in L, P.
  rewrite (are T) in *. cbn [sum] in L, P. pose proof (thirds_facts T). split; [reflexivity | lia].
Qed.

Lemma emptying_remove s m : emptying s m -> 0 <= m < 2 * h -> emptying (fst (remove stable_list s (m, m))) (m + 1).
Proof.
  intros (S & O & V & R & F & q1 & q2 & h2 & P & A & Z0 & O1 & L1 & L3) M. pose proof (F m ltac:(lia)) as G.
  pose proof (fun j => remove_found (m, m) j S) as F'. pose proof (remove_sane (m, m) S) as S'.
  assert (fst (remove stable_list s (m, m)) = vacated s m) as Q.
  { unfold remove. rewrite G. cbn [fst]. unfold vacate, top. rewrite P. cbn [last]. destruct A as (A1 & A2 & A3).
    rewrite A3. destruct (Z.leb_spec (4 * h) m); [lia | reflexivity]. }
  rewrite Q in *. split; [exact S'|]. split; [exact O|]. split; [exact V|]. split; [cbn; lia|]. split.
  - intros i I. rewrite F'. unfold with_entry. destruct (same_spec (i, i) (m, m)) as [D|_]; [|apply F; lia].
    injection D as D. lia.
  - cbn [vacated partitions]. rewrite P in *. destruct A as (A1 & A2 & A3), Z0 as (Z1 & Z2 & Z3). cbn [released].
    unfold stop. rewrite A1, Z1. destruct (Z.ltb_spec m (0 + 2 * h)); [|lia]. exists (emptied q1 m), q2, h2.
    cbn [emptied start size opened live]. repeat split; auto; lia.
Qed.

Lemma emptying_all m : forall s j, emptying s j -> 0 <= j -> j + Z.of_nat m <= 2 * h ->
  emptying (remove_all stable_list s (map (fun i => (i, i)) (positions m j))) (j + Z.of_nat m).
Proof.
  induction m as [|m IH]; intros s j F J L; cbn [positions map remove_all fold_left].
  - now rewrite Z.add_0_r.
  - replace (j + Z.of_nat (S m)) with (j + 1 + Z.of_nat m) by lia. apply IH; [|lia..]. apply emptying_remove; auto. lia.
Qed.

(** * The removal from h2 walks all of them *)

Lemma emptied_truncates s : emptying s (2 * h) -> let s' := fst (remove stable_list s (4 * h, 4 * h)) in
  visits (spent s') = 2 * h /\ removals (spent s') = 2 * h + 1.
Proof.
  intros (S & O & V & R & F & q1 & q2 & h2 & P & A & Z0 & O1 & L1 & L3). cbn zeta.
  pose proof (F (4 * h) ltac:(lia)) as G. assert (top s = h2) as Tp by (unfold top; now rewrite P).
  destruct (last_removal _ S G) as [-> Tp']; [rewrite Tp; cbn [fst]; lia | now rewrite Tp|]. apply found_spec in G.
  destruct (vacated_sane _ S G) as (S' & _ & _ & Es). cbn [fst] in *. set (s' := vacated s (4 * h)) in *.
  assert (options s' = witness_options) as O' by exact O.
  assert (space_of s' = 8 * h) as Sp by (rewrite Es; unfold space_of; rewrite P; cbn [sum]; lia).
  destruct (filled_sizes Iteration H) as [W _]. assert (can_halve s' = true) as C.
  { unfold can_halve, may_halve. rewrite Tp', Tp, Sp, O', W. cbn [emptied live]. rewrite L3.
    rewrite !andb_true_iff, !Z.eqb_eq, Z.leb_le. Z.to_euclidean_division_equations. lia. }
  destruct (halved_by_removal_lengths S' C) as (Sp' & _). destruct (halved_by_removal_sane S' C) as [_ [O2 _]].
  rewrite truncates_once; auto; [|rewrite O'; discriminate|].
  - destruct (halved_vacancies S' C) as (q1' & q2' & h2' & p1 & p2 & Y & _ & _ & _ & _ & _ & _ & Vac & _ & V' & R').
    assert (q1' = q1) as ->.
    { unfold s' in Y. cbn [vacated partitions] in Y. rewrite P in Y. cbn [released] in Y. unfold stop in Y.
      destruct (Z.ltb_spec (4 * h) (start q1 + size q1)); [lia|].
      destruct (4 * h <? start q2 + size q2), (4 * h <? start h2 + size h2); congruence. }
    unfold halved_by_removal, walked. rewrite O', Y. cbn [truncate filled_options]. fields. rewrite <- Vac, V', R'.
    unfold s', vacancies, vacated. fields. lia.
  - unfold can_halve, may_halve. rewrite O2, O', W. apply andb_false_iff. right. rewrite Sp in Sp'.
    replace (space_of (halved_by_removal s')) with (4 * h) by lia.
    destruct (Z.leb_spec (4 * h) (4 * h / 2)); [|now rewrite andb_false_r]. Z.to_euclidean_division_equations. lia.
Qed.

(** * The program *)

Definition witness : list (operation E) :=
  Extend (repeat e (Z.to_nat (4 * h + 1))) ::
  map (fun i => Remove (i, i)) (positions (Z.to_nat (2 * h)) 0) ++ [Remove (4 * h, 4 * h)].

Lemma run_removals ks : forall s, fst (run stable_list s (map Remove ks)) = remove_all stable_list s ks.
Proof.
  induction ks as [|k ks IH]; intros s; cbn [map run]; auto. cbn [step].
  change (remove_all stable_list s (k :: ks)) with (remove_all stable_list (fst (remove stable_list s k)) ks).
  rewrite <- IH. destruct (remove stable_list s k) as [s1 x]. cbn [fst].
  now destruct (run stable_list s1 (map Remove ks)).
Qed.

Theorem visits_are_tight : lawful witness_options = true /\
  let s := fst (run stable_list (initial stable_list witness_options) witness) in
  visits (spent s) = 2 * h /\ removals (spent s) = 2 * h + 1.
Proof.
  split; [exact (filled_lawful Iteration H)|]. cbn zeta. unfold witness. cbn [run step].
  assert (has_room (initial (E := E) stable_list witness_options) (Z.of_nat (length (repeat e (Z.to_nat (4 * h +
    1))))) = true) as -> by reflexivity.
  pose proof (filled_up_all (Z.to_nat (4 * h + 1)) (filled_up_initial e Iteration H) ltac:(lia)) as F.
  replace (0 + Z.of_nat (Z.to_nat (4 * h + 1))) with (4 * h + 1) in F by lia.
  destruct (insert_all stable_list _ (repeat e _)) as [s1 ks]. cbn [fst] in F. apply filled_up_emptying in F.
  pose proof (emptying_all (Z.to_nat (2 * h)) (s := s1) (j := 0) F ltac:(lia) ltac:(lia)) as G.
  replace (0 + Z.of_nat (Z.to_nat (2 * h))) with (2 * h) in G by lia. apply emptied_truncates in G.
  set (removed := positions (Z.to_nat (2 * h)) 0) in *.
  assert (map (fun i => Remove (i, i)) removed ++ [Remove (4 * h, 4 * h)] = map (@Remove E) (map (fun i => (i, i))
    removed ++ [(4 * h, 4 * h)])) as -> by (rewrite map_app, map_map; reflexivity).
  assert (remove_all stable_list s1 (map (fun i => (i, i)) removed ++ [(4 * h, 4 * h)]) = fst (remove stable_list
    (remove_all stable_list s1 (map (fun i => (i, i)) removed)) (4 * h, 4 * h))) as Q.
  { unfold remove_all. now rewrite fold_left_app. }
  rewrite <- Q, <- run_removals in G. destruct (run stable_list s1 _) as [s2 answers]. exact G.
Qed.

End Tight.
