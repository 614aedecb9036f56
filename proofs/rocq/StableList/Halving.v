(** A halving hands the old q2 over to h2, and splits the old q1, with its free list, into q1 and q2 (R5). *)
From Lists Require Export Lengths.
From Lists.StableList Require Export Model.

(** The partitions of a lawful space: one quarter, one quarter, one half. *)
Definition quarters : geometry := fun o ps =>
  exists q, 0 < q /\ least_space o <= 4 * q /\ map start ps = [0; q; 2 * q] /\ map size ps = [q; q; 2 * q].

Section Halving.
Context {E : Type}.
Implicit Types (s : state E).

(** What is known of the three partitions of a list. *)
Record thirds s (q : Z) (q1 q2 h2 : partition) (l1 l2 l3 : list Z) : Prop := {
  are : partitions s = [q1; q2; h2];
  quarter : 0 < q;
  lawful_space : least_space (options s) <= 4 * q;
  sizes : size q1 = q /\ size q2 = q /\ size h2 = 2 * q;
  in_q1 : sound (contents s) 0 q1 l1;
  in_q2 : sound (contents s) q q2 l2;
  in_h2 : sound (contents s) (2 * q) h2 l3;
  q1_first : 0 < opened q2 + opened h2 -> opened q1 = q;
  q2_first : 0 < opened h2 -> opened q2 = q;
  has_space : space_of s = 4 * q;
}.

Lemma sane_thirds s : sane quarters s -> exists q q1 q2 h2 l1 l2 l3, thirds s q q1 q2 h2 l1 l2 l3.
Proof.
  intros [T _ _ (q & Q & L & A & Z) _]. destruct (partitions s) as [|q1 [|q2 [|h2 [|]]]] eqn:P; try discriminate.
  assert (size q1 = q /\ size q2 = q /\ size h2 = 2 * q) as (Z1 & Z2 & Z3) by (cbn [map] in Z; repeat split;
    congruence). clear Z. subst q. inversion T as [|? ? l1 ? S1 P1 T1]; subst.
  inversion T1 as [|? ? l2 ? S2 P2 T2]; subst. inversion T2 as [|? ? l3 ? S3 P3 _]; subst. cbn [sum] in *.
  rewrite Z2 in S3. replace (0 + size q1) with (size q1) in * by lia.
  replace (size q1 + size q1) with (2 * size q1) in * by lia. exists (size q1), q1, q2, h2, l1, l2, l3.
  constructor; auto; try lia. unfold space_of. rewrite P. cbn [sum]. lia.
Qed.

Lemma thirds_sane s q q1 q2 h2 l1 l2 l3 : thirds s q q1 q2 h2 l1 l2 l3 ->
  (forall i, get (contents s) i <> None -> i < 4 * q) -> (exists n, 0 <= n /\ allocated s = 4 * q * 2 ^ n) ->
  lawful (options s) = true -> sane quarters s.
Proof.
  intros [P Q L (Z1 & Z2 & Z3) S1 S2 S3 F1 F2 Z] B M O. pose proof (bounded S3). constructor; auto; rewrite ?Z; auto.
  - rewrite P. econstructor; [exact S1 | cbn; lia |]. econstructor; [rewrite Z1; exact S2 | cbn; lia |].
    rewrite Z1, Z2. econstructor; [|cbn; lia | constructor]. replace (0 + q + q) with (2 * q) by lia. exact S3.
  - rewrite P. exists q. cbn. rewrite Z1, Z2, Z3.
    destruct (begins S1) as [-> _], (begins S2) as [-> _], (begins S3) as [-> _]. auto.
Qed.

Lemma thirds_top s q q1 q2 h2 l1 l2 l3 : thirds s q q1 q2 h2 l1 l2 l3 -> top s = h2.
Proof. intros [P]. unfold top. now rewrite P. Qed.

(** All that is known of its numbers. *)
Lemma thirds_facts s q q1 q2 h2 l1 l2 l3 : thirds s q q1 q2 h2 l1 l2 l3 -> 0 < q /\
  (start q1 = 0 /\ start q2 = q /\ start h2 = 2 * q) /\ (size q1 = q /\ size q2 = q /\ size h2 = 2 * q) /\
  0 <= live q1 <= opened q1 /\ opened q1 <= q /\ 0 <= live q2 <= opened q2 /\ opened q2 <= q /\
  0 <= live h2 <= opened h2 /\ opened h2 <= 2 * q /\
  (0 < opened q2 + opened h2 -> opened q1 = q) /\ (0 < opened h2 -> opened q2 = q).
Proof.
  intros [P Q L (Z1 & Z2 & Z3) S1 S2 S3 F1 F2 Z]. pose proof (sound_counts S1). pose proof (sound_counts S2).
  pose proof (sound_counts S3). destruct (begins S1), (begins S2), (begins S3). lia.
Qed.

Lemma filter_lengths {A} (f : A -> bool) l :
  (length (filter f l) + length (filter (fun x => negb (f x)) l) = length l)%nat.
Proof. induction l as [|a l IH]; cbn; auto. destruct (f a); cbn; lia. Qed.

(** * The cells after a halving *)

Section Cells.
Context (c : cells E) (half cut : Z) (stay pushed : list Z).
Definition dealt : cells E := linked (linked (without c (positions (Z.to_nat cut) half)) stay) pushed.
Hypothesis entries : forall i, In i stay \/ In i pushed -> 0 <= i < half /\ vacant c i.
Hypothesis all_cut : forall i, half <= i -> get c i <> None -> i < half + cut.

Lemma dealt_entry i : In i stay \/ In i pushed -> vacant dealt i.
Proof.
  intros I. destruct (entries i I) as [R _]. unfold dealt. destruct (in_dec Z.eq_dec i pushed) as [J|J].
  - apply linked_vacant; [lia | auto].
  - unfold vacant. rewrite linked_other by auto. apply linked_vacant; [lia | tauto].
Qed.

Lemma dealt_other i : ~ In i stay -> ~ In i pushed -> get dealt i = if i <? half then get c i else None.
Proof. intros S P. unfold dealt. rewrite !linked_other by auto. now apply get_cut. Qed.

Lemma dealt_vacant i : i < half -> (vacant dealt i <-> vacant c i).
Proof.
  intros I. destruct (in_dec Z.eq_dec i (stay ++ pushed)) as [J|N]; rewrite in_app_iff in *.
  - split; intros _; [apply (entries i J) | now apply dealt_entry].
  - unfold vacant. rewrite dealt_other by tauto. destruct (Z.ltb_spec i half); [tauto | lia].
Qed.

Lemma dealt_opened i : get dealt i <> None <-> i < half /\ get c i <> None.
Proof.
  destruct (in_dec Z.eq_dec i (stay ++ pushed)) as [I|N]; rewrite in_app_iff in *.
  - destruct (entries i I) as [R V]. pose proof (dealt_entry i I).
    split; intros _; [split; [lia|]|]; eauto using vacant_opened.
  - rewrite dealt_other by tauto. destruct (Z.ltb_spec i half); intuition lia.
Qed.

Lemma dealt_has i e id : get dealt i = Some (Has e id) <-> i < half /\ get c i = Some (Has e id).
Proof.
  destruct (in_dec Z.eq_dec i (stay ++ pushed)) as [I|N]; rewrite in_app_iff in *.
  - destruct (entries i I) as [R [n V]], (dealt_entry i I) as [m W]. split; [congruence|]. intros [_ H]. congruence.
  - rewrite dealt_other by tauto. destruct (Z.ltb_spec i half); intuition (discriminate || lia).
Qed.

Lemma dealt_pushed : NoDup pushed -> chain dealt (hd_error pushed) pushed.
Proof. intros N. apply linked_chain; auto. intros i I. destruct (entries i); auto. lia. Qed.

Lemma dealt_stay : NoDup stay -> (forall i, In i stay -> ~ In i pushed) -> chain dealt (hd_error stay) stay.
Proof.
  intros N D. apply chain_frame with (linked (without c (positions (Z.to_nat cut) half)) stay).
  - intros i I. apply linked_other. auto.
  - apply linked_chain; auto. intros i I. destruct (entries i); auto. lia.
Qed.

End Cells.

(** * The halving *)

Lemma can_halve_spec s q q1 q2 h2 l1 l2 l3 : thirds s q q1 q2 h2 l1 l2 l3 -> can_halve s = true ->
  live h2 = 0 /\ exists h, q = 2 * h /\ 0 < h /\ least_space (options s) <= 4 * h.
Proof.
  intros T. unfold can_halve, may_halve. rewrite (thirds_top T), (has_space T).
  rewrite !andb_true_iff, !Z.eqb_eq, Z.leb_le. pose proof (quarter T). intros (Z0 & (_ & L) & M). split; auto.
  exists (q / 2). replace (4 * q / 2) with (2 * q) in * by (rewrite <- (Z.div_mul (2 * q) 2) by lia; f_equal; lia).
  Z.to_euclidean_division_equations. lia.
Qed.

(** A halving at once: the free list of q1 is dealt out; live elements stay where they are. *)
Lemma halved_thirds s q q1 q2 h2 l1 l2 l3 h : sane quarters s -> thirds s q q1 q2 h2 l1 l2 l3 ->
  q = 2 * h -> 0 < h -> least_space (options s) <= 4 * h -> live h2 = 0 ->
  exists q1' q2' stay pushed,
    thirds (halved s) h q1' q2' q2 stay pushed l2 /\ sane quarters (halved s) /\ keeps s (halved s) /\
    stay = filter (fun i => i <? h) l1 /\ pushed = rev (filter (fun i => negb (i <? h)) l1) /\
    opened q1' = Z.min (opened q1) h /\ opened q2' = opened q1 - Z.min (opened q1) h /\
    contents (halved s) = dealt (contents s) (2 * q) (Z.max 0 (opened_of s - 2 * q)) stay pushed.
Proof.
  intros S T Q H L Z0. pose proof T as [P _ _ (Z1 & Z2 & Z3) S1 S2 S3 F1 F2 Z]. pose proof (sound_list S1) as W.
  pose proof (bounded S1) as B1. pose proof (bounded S2) as B2. pose proof (bounded S3) as B3.
  pose proof (sound_counts S1) as C1. pose proof (exact S1) as X. pose proof (acyclic S1) as N.
  set (stay := filter (fun i => i <? h) l1). set (pushed := rev (filter (fun i => negb (i <? h)) l1)).
  set (cut := Z.max 0 (opened_of s - 2 * q)). set (c' := dealt (contents s) (2 * q) cut stay pushed).
  set (kept := Z.min (opened q1) h). pose proof (eq_refl : kept = Z.min (opened q1) h) as K. clearbody kept.
  assert (halved s = State (options s) (allocated s) (next_id s) c' [with_free 0 h kept stay; with_free h h (opened q1
    - kept) pushed; q2] (dropping cut (spent s))) as R.
  { rewrite K. unfold halved. rewrite P, Z.
    replace (4 * q / 2) with (2 * q) by (Z.to_euclidean_division_equations; lia).
    replace (2 * q / 4) with h by (Z.to_euclidean_division_equations; lia). rewrite W. reflexivity. }
  assert (forall i, In i stay <-> In i l1 /\ i < h) as IS.
  { intros i. unfold stay. rewrite filter_In, Z.ltb_lt. tauto. }
  assert (forall i, In i pushed <-> In i l1 /\ h <= i) as IP.
  { intros i. unfold pushed. rewrite <- in_rev, filter_In, negb_true_iff, Z.ltb_ge. tauto. }
  assert (forall i, In i stay \/ In i pushed -> 0 <= i < 2 * q /\ vacant (contents s) i) as EN.
  { intros i I. assert (In i l1) as J by (rewrite IS, IP in I; tauto). apply X in J. split; [lia | tauto]. }
  assert (forall i, 2 * q <= i -> get (contents s) i <> None -> i < 2 * q + cut) as AC.
  { intros i I O. apply (sane_touched i S) in O. unfold cut. lia. }
  assert (forall i, get c' i <> None <-> i < 2 * q /\ get (contents s) i <> None) as O' by (apply dealt_opened; auto).
  assert (forall i, i < 2 * q -> (vacant c' i <-> vacant (contents s) i)) as V' by (apply dealt_vacant; auto).
  assert (sound c' 0 (with_free 0 h kept stay) stay) as S1'.
  { apply sound_with_free; try lia; [now apply NoDup_filter | ..].
    - apply dealt_stay; auto; [now apply NoDup_filter|]. intros i. rewrite IS, IP. lia.
    - intros i. rewrite IS, X. split.
      + intros [[I V] J]. split; [lia|]. apply V'; auto. lia.
      + intros [I V]. apply V' in V; [|lia]. repeat split; auto; lia.
    - intros i I. rewrite O', (touched S1) by lia. lia. }
  assert (sound c' h (with_free h h (opened q1 - kept) pushed) pushed) as S2'.
  { apply sound_with_free; try lia; [now apply NoDup_rev, NoDup_filter | ..].
    - apply dealt_pushed; auto. now apply NoDup_rev, NoDup_filter.
    - intros i. rewrite IP, X. split.
      + intros [[I V] J]. split; [lia|]. apply V'; auto. lia.
      + intros [I V]. apply V' in V; [|lia]. repeat split; auto; lia.
    - intros i I. rewrite O', (touched S1) by lia. lia. }
  assert (sound c' q q2 l2) as S3'.
  { apply (sound_frame (c := (contents s))); auto. intros i I. unfold c'. rewrite dealt_other; auto.
    - destruct (Z.ltb_spec i (2 * q)); auto. lia.
    - rewrite IS. lia.
    - rewrite IP, X. lia. }
  exists (with_free 0 h kept stay), (with_free h h (opened q1 - kept) pushed), stay, pushed.
  assert (thirds (halved s) h (with_free 0 h kept stay) (with_free h h (opened q1 - kept) pushed) q2 stay pushed l2)
    as T'.
  { rewrite R. constructor; cbn [partitions contents options]; auto; try (cbn; lia).
    - cbn [size with_free]. lia.
    - replace (2 * h) with q by lia. exact S3'.
    - unfold space_of. cbn [partitions sum size with_free]. lia. }
  assert (sane quarters (halved s)) as S'.
  { apply (thirds_sane T'); rewrite R; cbn [contents allocated options].
    - intros i I. apply O' in I. lia.
    - destruct (doubling S) as (n & N0 & A). exists (n + 1). split; [lia|]. rewrite A, Z, Z.pow_add_r by lia. lia.
    - apply S. }
  assert (keeps s (halved s)) as Ks.
  { rewrite R. split; [|split]; [reflexivity..|]. intros i e id. cbn [contents]. unfold c'. rewrite dealt_has by auto.
    split; [tauto|]. intros G. split; auto. destruct (Z_lt_le_dec i (2 * q)) as [|J]; auto. exfalso.
    apply (sound_idle (i := i) S3 Z0); [|now exists e, id]. pose proof (sane_inside _ S G). lia. }
  rewrite R in *. auto 10.
Qed.

End Halving.
