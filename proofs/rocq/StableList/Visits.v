(** Truncations visit at most one free-list entry for each removal, in total: amortised O(1) (5.2; R5).

    The removals that are not yet spent pay for the vacancies of q1 and q2, but for those that a live element of h2
    protects: h2 has to lose it first. *)
From Lists.StableList Require Export Cascade.

Section Visits.
Context {E : Type}.
Implicit Types (s : state E).

Definition vacancies (p : partition) : Z := opened p - live p.

Definition unspent (ps : list partition) : Z :=
  match ps with [q1; q2; h2] => Z.max 0 (vacancies q1 + vacancies q2 - live h2) | _ => 0 end.

Definition paid s : Prop := visits (spent s) + unspent (partitions s) <= removals (spent s).

(** Within a cascade, q1 and q2 are opened to their ends. *)
Definition opened_below_h2 s : Prop :=
  match partitions s with [q1; q2; _] => opened q1 = size q1 /\ opened q2 = size q2 | _ => False end.

(** The vacancies of the old q1 are those of the new q1 and q2; q2 is handed over as it is. *)
Lemma halved_vacancies s : sane quarters s -> can_halve s = true -> exists q1 q2 h2 q1' q2',
  partitions s = [q1; q2; h2] /\ partitions (halved s) = [q1'; q2'; q2] /\
  live h2 = 0 /\ 0 <= live q1 <= opened q1 /\ 0 <= live q2 <= opened q2 /\ size q1 = size q2 /\
  vacancies q1' + vacancies q2' = vacancies q1 /\
  vacancies q1 = Z.of_nat (length (free_list (contents s) q1)) /\
  (opened q1 = size q1 -> opened q1' = size q1' /\ opened q2' = size q2') /\
  visits (spent (halved s)) = visits (spent s) /\ removals (spent (halved s)) = removals (spent s).
Proof.
  intros S C. destruct (sane_thirds S) as (q & q1 & q2 & h2 & l1 & l2 & l3 & T).
  destruct (can_halve_spec T C) as (Z0 & h & Q & H & L).
  destruct (halved_thirds (h := h) S T) as (q1' & q2' & stay & pushed & T' & _ & _ & Es & Ep & O1 & O2 & _); auto.
  pose proof (thirds_facts T). pose proof (thirds_facts T'). pose proof (counted (in_q1 T)).
  pose proof (counted (in_q1 T')). pose proof (counted (in_q2 T')).
  assert (Z.of_nat (length stay) + Z.of_nat (length pushed) = Z.of_nat (length l1)).
  { subst stay pushed. rewrite rev_length. pose proof (filter_lengths (fun i => i <? h) l1). lia. }
  exists q1, q2, h2, q1', q2'.
  rewrite (sound_list (in_q1 T)). unfold vacancies.
  repeat split; try lia; try apply T; try apply T'; unfold halved; rewrite (are T); reflexivity.
Qed.

Lemma halved_paid s : sane quarters s -> can_halve s = true -> paid s -> paid (halved s).
Proof.
  intros S C P. destruct (halved_vacancies S C) as (q1 & q2 & h2 & q1' & q2' & A & A' & H). unfold paid, unspent in *.
  rewrite A in P. rewrite A'. unfold vacancies in *. lia.
Qed.

Lemma removal_step_paid s : sane quarters s -> can_halve s = true -> paid s -> opened_below_h2 s ->
  paid (halved_by_removal s).
Proof.
  intros S C P O. destruct (halved_vacancies S C) as (q1 & q2 & h2 & q1' & q2' & A & A' & H).
  assert (partitions (halved_by_removal s) = partitions (halved s) /\ visits (spent (halved_by_removal s)) = visits
    (spent (halved s)) + vacancies q1 /\ removals (spent (halved_by_removal s)) = removals (spent (halved s))) as (R1
    & R2 & R3).
  { destruct H as (_ & _ & _ & _ & _ & -> & _). unfold halved_by_removal, walked. rewrite A.
    destruct (truncate (options s)); auto. }
  unfold paid, opened_below_h2, unspent in *. rewrite A in P, O. rewrite R1, R2, R3, A'. unfold vacancies in *. lia.
Qed.

Lemma removal_step_opened s : sane quarters s -> can_halve s = true -> opened_below_h2 s ->
  opened_below_h2 (halved_by_removal s).
Proof.
  intros S C O. destruct (halved_vacancies S C) as (q1 & q2 & h2 & q1' & q2' & A & A' & H).
  assert (partitions (halved_by_removal s) = partitions (halved s)) as R.
  { unfold halved_by_removal. destruct (truncate (options s)); auto. }
  unfold opened_below_h2 in *. rewrite A in O. rewrite R, A'. tauto.
Qed.

(** Truncation never meets an untouched cell below h2: with any fuel, in the midst of a cascade, too. *)
Lemma cascade_paid fuel s : sane quarters s -> paid s -> opened_below_h2 s ->
  paid (cascade halved_by_removal fuel s) /\ opened_below_h2 (cascade halved_by_removal fuel s).
Proof.
  intros S P O. apply (cascade_ind (fun s => sane quarters s /\ paid s /\ opened_below_h2 s)); auto.
  intros s' (S' & P' & O') C. destruct (halved_by_removal_sane S' C).
  auto using removal_step_paid, removal_step_opened.
Qed.

Lemma top_opened s : sane quarters s -> 0 < opened (top s) -> opened_below_h2 s.
Proof.
  intros S O. destruct (sane_thirds S) as (q & q1 & q2 & h2 & l1 & l2 & l3 & T). rewrite (thirds_top T) in O.
  unfold opened_below_h2. rewrite (are T). destruct (sizes T) as (-> & -> & _). pose proof (q1_first T).
  pose proof (q2_first T). pose proof (bounded (in_q2 T)). lia.
Qed.

Theorem truncation_finds_q1_and_q2_opened s i e id fuel : sane quarters s ->
  get (contents s) i = Some (Has e id) -> start (top s) <= i ->
  opened_below_h2 (cascade halved_by_removal fuel (vacated s i)).
Proof.
  intros S H I. pose proof (vacated_sane i S H) as (S' & _). assert (opened_below_h2 (vacated s i)) as O.
  { apply top_opened; auto. now destruct (vacated_top S H I) as [-> O]. }
  apply (cascade_ind (fun s => sane quarters s /\ opened_below_h2 s)); auto. intros s' (P & O') C.
  destruct (halved_by_removal_sane P C) as [P' _]. split; auto. now apply removal_step_opened.
Qed.

Lemma vacated_paid s i e id : sane quarters s -> get (contents s) i = Some (Has e id) -> paid s -> paid (vacated s i).
Proof.
  intros S H P. destruct (sane_thirds S) as (q & q1 & q2 & h2 & l1 & l2 & l3 & T). unfold paid in *.
  cbn [vacated partitions spent removing visits removals]. rewrite (are T) in *. cbn [released].
  destruct (i <? stop q1); [|destruct (i <? stop q2); [|destruct (i <? stop h2)]]; unfold unspent, vacancies, emptied
    in *; cbn [opened live]; lia.
Qed.

Lemma move_paid o s ks s' : sane quarters s -> paid s -> move stable_list o s ks s' -> paid s'.
Proof.
  intros S P M. destruct M; auto.
  - destruct (insert_cases e S) as (s1 & i & ps & W & S1 & O & _ & C & L & K & ->). cbn [fst].
    destruct (sane_thirds S1) as (q & q1 & q2 & h2 & l1 & l2 & l3 & T). assert (paid s1) as P1.
    { destruct W as [-> | [-> F]]; auto. unfold paid in *.
      cbn [stable_list grown doubled_space partitions spent moving visits removals].
      unfold three, unspent, vacancies in *. cbn [opened live]. destruct (partitions s) as [|? [|? [|? [|]]]]; lia. }
    unfold paid in *. cbn [partitions spent]. rewrite (are T) in *.
    assert (forall a p l, sound (contents s1) a p l -> live p <> size p ->
      live (filled (contents s1) p) = live p + 1 /\ (opened (filled (contents s1) p) = opened p \/
      opened (filled (contents s1) p) = opened p + 1 /\ live p = opened p)) as F.
    { intros a p l X N. pose proof (sound_counts X).
      destruct (sound_filled e 0 X) as (_ & _ & _ & _ & _ & A & B); auto. lia. }
    pose proof (thirds_facts T). cbn [taken] in K. unfold full in K.
    destruct (Z.eqb_spec (live q1) (size q1)) as [F1|N1]; [destruct (Z.eqb_spec (live q2) (size q2)) as [F2|N2];
      [destruct (Z.eqb_spec (live h2) (size h2)) as [F3|N3]; [discriminate|]|]|]; cbn [option_map] in K;
      injection K as <- <-; unfold unspent, vacancies in *.
    + destruct (F _ _ _ (in_h2 T) N3). lia.
    + destruct (F _ _ _ (in_q2 T) N2). lia.
    + destruct (F _ _ _ (in_q1 T) N1). lia.
  - pose proof (vacated_sane i S H) as (S' & _). pose proof (vacated_paid i S H P) as P'.
    destruct (vacate_sane i S H) as (_ & _ & [-> | (-> & O & _)]); auto. cbn [stable_list truncated].
    unfold truncated_space.
    destruct (truncate (options (vacated s i))); auto; apply cascade_paid; auto using top_opened.
  - unfold paid in *. cbn [clear stable_list untouched partitions spent dropping visits removals].
    unfold nothing_opened, three, unspent, vacancies in *. cbn [opened live].
    destruct (partitions s) as [|? [|? [|? [|]]]]; lia.
  - unfold with_room. destruct (_ <=? _); auto.
  - assert (paid (shrunk_space s)) as P'.
    { apply (cascade_ind (fun s => sane quarters s /\ paid s)); auto. intros s' (Q & R) C.
      destruct (halved_sane Q C) as [Q' _]. split; auto using halved_paid. }
    unfold shrink_to_fit. cbn [stable_list shrunk]. destruct (_ <? _); auto.
Qed.

End Visits.
