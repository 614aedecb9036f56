(** Truncations visit at most one free-list entry for each removal, in total: amortised O(1) (5.2; R5).

    The removals that are not yet spent pay for the vacancies of q1 and q2, but for those that a live element of h2
    protects: h2 has to lose it first. *)
From Lists Require Export Theorems.
From Lists.StableList Require Export Invariant.

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
  (opened q1 = size q1 -> opened q1' = size q1' /\ opened q2' = size q2').
Proof.
  intros S C.
  destruct (halved_thirds S C) as (h & q1 & q2 & h2 & q1' & q2' & T & Z0 & _ & T' & (Es & Ep & _) & O1 & O2).
  pose proof (numbers T). pose proof (numbers T'). pose proof (counted (in_q1 T)). pose proof (counted (in_q1 T')).
  pose proof (counted (in_q2 T')). pose proof (filter_lengths (fun i => i <? h) (free_list (contents s) q1)) as F.
  rewrite Es, Ep, rev_length in *. exists q1, q2, h2, q1', q2'. unfold vacancies.
  repeat split; try lia; try apply T; apply T'.
Qed.

(** What a step of a removal adds to it: the visits. *)
Lemma halved_by_removal_fields s : partitions (halved_by_removal s) = partitions (halved s) /\
  visits (spent (halved_by_removal s)) = visits (spent s) +
    (match partitions s with q1 :: _ => Z.of_nat (length (free_list (contents s) q1)) | [] => 0 end) /\
  removals (spent (halved_by_removal s)) = removals (spent s) /\
  moved (spent (halved_by_removal s)) =
    moved (spent s) + match truncate (options s) with Memory => opened_of (halved s) | _ => 0 end.
Proof.
  destruct (halved_fields s) as (_ & _ & M & V & R). unfold halved_by_removal, walked.
  destruct (truncate (options s)), (partitions s); fields; rewrite ?Z.add_0_r, ?M, ?V, ?R; auto.
Qed.

(** Truncation never meets an untouched cell below h2: with any fuel, in the midst of a cascade, too. *)
Lemma cascade_opened fuel s : sane quarters s -> opened_below_h2 s ->
  opened_below_h2 (cascade halved_by_removal fuel s) /\ (paid s -> paid (cascade halved_by_removal fuel s)).
Proof.
  intros S O. apply (cascade_ind (fun s' => sane quarters s' /\ opened_below_h2 s' /\ (paid s -> paid s'))); auto.
  intros s' (S' & O' & P) C. destruct (halved_by_removal_halves S' C) as [W _]. split; [apply W|].
  destruct (halved_vacancies S' C) as (q1 & q2 & h2 & q1' & q2' & A & A' & H).
  destruct (halved_by_removal_fields s') as (R1 & R2 & R3 & _). unfold paid, opened_below_h2, unspent in *.
  rewrite R1, R2, R3, A, A' in *. unfold vacancies in *. split; [tauto | lia].
Qed.

Lemma vacated_opened s i e id : sane quarters s -> get (contents s) i = Some (Has e id) -> start (top s) <= i ->
  opened_below_h2 (vacated s i).
Proof.
  intros S H I. destruct (vacated_sane i S H) as (S' & _), (vacated_top i S H) as [Q O].
  destruct (sane_thirds S') as (q & q1 & q2 & h2 & T). rewrite (is_top T) in Q. specialize (O I). apply Z.leb_le in I.
  rewrite I in Q. unfold opened_below_h2. rewrite (are T). pose proof (numbers T). subst h2.
  cbn [emptied opened] in *. lia.
Qed.

Lemma move_paid o s ks s' : sane quarters s -> paid s -> move stable_list o s ks s' -> paid s'.
Proof.
  intros S P M. destruct M; auto.
  - destruct (insert_cases e S) as (s1 & i & ps & W & S1 & C & _ & _ & K & ->). fields.
    destruct (sane_thirds S1) as (q & q1 & q2 & h2 & T). assert (paid s1) as P1.
    { destruct W as [-> | [-> F]]; auto. unfold paid in *. cbn [stable_list grown]. unfold doubled_space. fields.
      unfold three, unspent, vacancies in *. cbn [opened live]. destruct (partitions s) as [|? [|? [|? [|]]]]; lia. }
    rewrite <- C in *. unfold paid in *. fields. rewrite (are T) in *. pose proof (numbers T). cbn [taken] in K.
    unfold full in K.
    destruct (Z.eqb_spec (live q1) (size q1)) as [F1|N1]; [destruct (Z.eqb_spec (live q2) (size q2)) as [F2|N2];
      [destruct (Z.eqb_spec (live h2) (size h2)) as [F3|N3]; [discriminate|]|]|]; cbn [option_map] in K;
      injection K as <- <-; unfold unspent, vacancies in *.
    + destruct (sound_filled e 0 (in_h2 T) N3) as (_ & _ & _ & _ & F). lia.
    + destruct (sound_filled e 0 (in_q2 T) N2) as (_ & _ & _ & _ & F). lia.
    + destruct (sound_filled e 0 (in_q1 T) N1) as (_ & _ & _ & _ & F). lia.
  - pose proof (vacated_sane i S H) as (S' & _). assert (paid (vacated s i)) as P'.
    { destruct (sane_thirds S) as (q & q1 & q2 & h2 & T). unfold paid in *. fields. rewrite (are T) in *.
      cbn [released]. destruct (i <? stop q1); [|destruct (i <? stop q2); [|destruct (i <? stop h2)]];
        unfold unspent, vacancies, emptied in *; cbn [opened live]; lia. }
    destruct (vacate_cases i S H) as [_ [[-> _] | (-> & I & _)]]; auto. cbn [stable_list truncated].
    pose proof (vacated_opened S H I) as O. unfold truncated_space.
    destruct (truncate (options (vacated s i))); auto; now apply cascade_opened.
  - unfold paid in *. unfold clear. cbn [stable_list untouched]. fields.
    unfold nothing_opened, three, unspent, vacancies in *. cbn [opened live].
    destruct (partitions s) as [|? [|? [|? [|]]]]; lia.
  - apply (cascade_ind (fun s => sane quarters s /\ paid s)); auto. intros s' (Q & R) C.
    destruct (halved_halves Q C) as [W _], (halved_vacancies Q C) as (q1 & q2 & h2 & q1' & q2' & A & A' & H).
    split; [apply W|]. destruct (halved_fields s') as (_ & _ & _ & Vs & Rs). unfold paid, unspent in *.
    rewrite A in R. rewrite A', Vs, Rs. unfold vacancies in *. lia.
Qed.

End Visits.
