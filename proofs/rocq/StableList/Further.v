(** Further theorems about StableList. Like those of [Statements], they hold after every program. *)
From Coq Require Import ZArith List Lia Bool.
From Lists Require Import Parameters Cells Container Contract Chain Partition Tiling Steps.
From Lists Require FreeLists Counts Refinement Keys Stamps Growth Revival.
From Lists Require Import Lengths.
From Lists.StableList Require Import Model Halving Invariant Cascade Visits.
From Lists.StableList Require Statements Proved Tight.
Import ListNotations.
Local Open Scope Z_scope.

Section Further.
Context {E : Type}.
Implicit Types (s : state E) (o : parameters).

Notation always := (Statements.always E).

(** * The contract *)

(** Every answer is one that the contract allows, and the map from keys to elements changes as it says. *)
Theorem every_step_refines_the_contract : always (fun _ s _ => forall op, let (after, a) := step stable_list s op in
  allowed (found s) op a /\ forall k, found after k = effect (found s) op a k).
Proof.
  apply Proved.always_intro. intros o s ks K op.
  pose proof (Refinement.every_step_refines_the_contract stable_list quarters stable_list_sound s op
    (Proved.known_sane _ _ _ K) (Proved.known_packs _ _ _ K)) as H.
  now destruct (step stable_list s op).
Qed.

(** The length is the number of keys that find an element; iteration shows these. *)
Theorem length_and_iteration_are_exact : always (fun _ s _ =>
  lists (found s) (items s) /\ live_of s = Z.of_nat (length (items s))).
Proof.
  apply Proved.always_intro. intros o s ks K. pose proof (Proved.known_sane _ _ _ K) as S.
  split; [now apply (Refinement.items_list quarters) | now apply (Counts.live_cells_are_counted quarters)].
Qed.

(** A full list has as many elements as there are indices, or as the user allows. *)
Theorem insertion_is_refused_exactly_without_room : always (fun o s _ => forall e,
  (snd (step stable_list s (Add e)) = Full <->
    count_of (index_bits o) = Some (live_of s) \/ maximum o = Some (live_of s)) /\
  (snd (step stable_list s (Add e)) = Full -> fst (step stable_list s (Add e)) = s)).
Proof.
  apply Proved.always_intro. intros o s ks K e. pose proof (Proved.its_options _ _ _ K) as O.
  pose proof (Proved.holds_maximum _ _ _ K) as M.
  unfold within_maximum in M. rewrite O in M. destruct (Proved.valid_list _ _ _ K) as (S & F & _).
  assert (forall most, count_of (index_bits o) = Some most -> live_of s <= most) as I.
  { intros most Q. rewrite <- O in Q. destruct (F most Q). pose proof (sane_counts _ s S). lia. }
  cbn [step]. unfold has_room, indexable, within, holds. rewrite O.
  destruct (count_of (index_bits o)) as [most|], (maximum o) as [m|].
  - specialize (I most eq_refl). specialize (M m eq_refl).
    destruct (Z.ltb_spec (live_of s + 1 - 1) most), (Z.leb_spec (live_of s + 1) m); cbn [andb];
      try (destruct (insert stable_list s e)); cbn [fst snd]; (split; [split|]); auto; try discriminate;
      try (intros [X|X]; inversion X; lia); intros _; first [left; f_equal; lia | right; f_equal; lia].
  - specialize (I most eq_refl).
    destruct (Z.ltb_spec (live_of s + 1 - 1) most); cbn [andb];
      try (destruct (insert stable_list s e)); cbn [fst snd]; (split; [split|]); auto; try discriminate;
      try (intros [X|X]; inversion X; lia); intros _; left; f_equal; lia.
  - specialize (M m eq_refl).
    destruct (Z.leb_spec (live_of s + 1) m); cbn [andb];
      try (destruct (insert stable_list s e)); cbn [fst snd]; (split; [split|]); auto; try discriminate;
      try (intros [X|X]; inversion X; lia); intros _; right; f_equal; lia.
  - cbn [andb]. destruct (insert stable_list s e); cbn [fst snd]. split; [split|]; try discriminate.
    intros [X|X]; inversion X.
Qed.

(** * Keys *)

Theorem retired_key_revives_exactly_after_whole_periods : always (fun o s keys => forall n k program,
  given keys n k -> found s k = None -> let (later, answers) := run stable_list s program in
  found later k <> None <-> exists m j e id, get (contents later) (fst k) = Some (Has e id) /\
    latest (keys ++ issued answers) m j /\ fst j = fst k /\ periods_before o (Z.of_nat n) (Z.of_nat m)).
Proof.
  apply Proved.always_intro. intros o s ks K n k program G R.
  pose proof (Keys.retired_key_revives_exactly_after_whole_periods stable_list quarters stable_list_sound s ks program n k
    (Proved.known_sane _ _ _ K) (Proved.known_stamped _ _ _ K) G R) as H. cbv zeta in H.
  destruct (run stable_list s program) as [later answers]. cbn [fst snd] in H.
  rewrite (Proved.its_options _ _ _ K) in H. rewrite <- H. unfold has. destruct (found later k); split; congruence.
Qed.

(** No guarantee could last longer than one period. *)
Theorem retired_key_may_resolve_after_one_period o period (e e' : E) : lawful o = true -> has_period o period ->
  exists program more k, let (s, answers) := run stable_list (initial stable_list o) program in
  let (later, answers') := run stable_list s more in
  given (issued answers) 0 k /\ found s k = None /\ found later k = Some e' /\
  Z.of_nat (length (issued (answers ++ answers'))) = period + 1.
Proof.
  exact (Revival.retired_key_may_resolve_after_one_period stable_list quarters stable_list_sound stable_list_bounded o period e e').
Qed.

(** * Truncation *)

(** At every step of a cascade that a removal begins, q1 and q2 are opened to their ends. *)
Theorem truncation_finds_q1_and_q2_opened : always (fun _ s _ => forall i e id steps,
  get (contents s) i = Some (Has e id) -> start (top s) <= i ->
  opened_below_h2 (cascade halved_by_removal steps (vacated s i))).
Proof.
  apply Proved.always_intro. intros o s ks K i e id steps H I.
  exact (Visits.truncation_finds_q1_and_q2_opened s i e id steps (Proved.known_sane _ _ _ K) H I).
Qed.

(** A step moves no element: the same keys find the same elements, also after the last one. *)
Theorem halving_moves_no_element : always (fun _ s _ => can_halve s = true -> keeps s (halved s)).
Proof. apply Proved.always_intro. intros o s ks K C. now apply (halved_sane s (Proved.known_sane _ _ _ K)). Qed.

(** Of q1's free list, the entries that stay keep their order, and the others are reversed. *)
Theorem halving_keeps_the_order_of_q1_and_reverses_q2 : always (fun _ s _ => forall q1 q2 h2,
  partitions s = [q1; q2; h2] -> can_halve s = true -> exists q1' q2', partitions (halved s) = [q1'; q2'; q2] /\
  let entries := free_list (contents s) q1 in
  free_list (contents (halved s)) q1' = filter (fun i => i <? size q1 / 2) entries /\
  free_list (contents (halved s)) q2' = rev (filter (fun i => negb (i <? size q1 / 2)) entries) /\
  free_list (contents (halved s)) q2 = free_list (contents s) q2).
Proof.
  apply Proved.always_intro. intros o s ks K p1 p2 p3 P C. pose proof (Proved.known_sane _ _ _ K) as S.
  destruct (sane_thirds s S) as (q & q1 & q2 & h2 & l1 & l2 & l3 & T).
  destruct (can_halve_spec _ _ _ _ _ _ _ _ T C) as (Z0 & h & Q & H & L).
  destruct (halved_thirds _ _ _ _ _ _ _ _ h S T) as (q1' & q2' & stay & pushed & T' & _ & _ & Es & Ep & _); auto.
  pose proof (are _ _ _ _ _ _ _ _ T) as A. rewrite A in P. injection P as <- <- <-.
  exists q1', q2'. split; [apply T'|]. cbv zeta.
  rewrite (sound_list _ _ _ _ (in_q1 _ _ _ _ _ _ _ _ T)), (sound_list _ _ _ _ (in_q2 _ _ _ _ _ _ _ _ T)).
  rewrite (sound_list _ _ _ _ (in_q1 _ _ _ _ _ _ _ _ T')), (sound_list _ _ _ _ (in_q2 _ _ _ _ _ _ _ _ T')),
    (sound_list _ _ _ _ (in_h2 _ _ _ _ _ _ _ _ T')).
  destruct (sizes _ _ _ _ _ _ _ _ T) as (-> & _). replace (q / 2) with h by (Z.to_euclidean_division_equations; lia). auto.
Qed.

(** No constant below 1 bounds the visits for each removal: for every even n, n + 1 removals make n visits. *)
Theorem visits_are_tight (e : E) h : 0 < h -> exists o (program : list (operation E)), lawful o = true /\
  let s := fst (run stable_list (initial stable_list o) program) in
  visits (spent s) = 2 * h /\ removals (spent s) = 2 * h + 1.
Proof. intros H. exists (Tight.witness_options h), (Tight.witness e h). now apply Tight.visits_are_tight. Qed.

(** * Memory and lengths *)

Lemma stable_list_frugal : Growth.frugal_design (E := E) stable_list quarters.
Proof.
  constructor; [reflexivity|]. intros s S M. cbn [stable_list truncated]. unfold truncated_space.
  assert (allocated (as_far_as_possible halved_by_removal s) = allocated s) as H; [|destruct (truncate (options s)); auto].
  apply (cascade_ind (fun s' => sane quarters s' /\ options s' = options s /\ allocated s' = allocated s)); auto.
  intros s' (S' & O & A) C. destruct (halved_by_removal_sane s' S' C) as (S2 & O2 & _).
  destruct (halved_by_removal_lengths s' S' C) as (_ & _ & _ & A2). split; [auto|]. split; [congruence|].
  rewrite A2; congruence.
Qed.

(** [moved_by_growth] counts the cells that insertions move; a new list has allocated its initial space. *)
Theorem growth_moves_at_most_two_cells_per_insertion o program : lawful o = true -> truncate o <> Memory ->
  ~ In Shrink_to_fit program ->
  let new := initial stable_list o in
  let (s, answers) := run (E := E) stable_list new program in
  let cells := Growth.moved_by_growth stable_list new program in
  cells <= 2 * Z.of_nat (length (issued answers)) /\ cells <= allocated s - allocated new.
Proof.
  intros L M N. cbv zeta. pose proof (initial_sane (E := E) stable_list quarters stable_list_sound o L) as S.
  pose proof (sane_space stable_list quarters stable_list_sound _ S). pose proof (allocated_space stable_list quarters stable_list_sound _ S).
  pose proof (Growth.growth_moves_at_most_two_cells_per_insertion stable_list quarters stable_list_sound stable_list_bounded
    stable_list_frugal program (initial stable_list o) 0 0 (allocated (initial (E := E) stable_list o)) S M N) as W.
  unfold Growth.within_growth in W.
  assert (live_of (initial (E := E) stable_list o) = 0) by reflexivity.
  destruct (run stable_list (initial stable_list o) program) as [s answers]. cbn [fst snd] in W. lia.
Qed.

(** Every position fits into an index, and every length into one bit more. *)
Theorem lengths_fit_one_bit_more : always (fun o s _ => forall most, count_of (index_bits o) = Some most ->
  opened_of s <= most /\ space_of s < 2 * most /\ allocated s < 2 * most).
Proof.
  apply Proved.always_intro. intros o s ks K most. rewrite <- (Proved.its_options _ _ _ K).
  destruct (Proved.valid_list _ _ _ K) as (_ & F & _). apply F.
Qed.

(** The loop of [Reserve] ends with enough room, and doubles no more often than necessary. *)
Theorem reserve_finds_the_least_space_with_room space wanted : 0 < space ->
  let room := doubled (Z.to_nat (Z.log2_up wanted)) space wanted in
  wanted <= room /\ (room = space \/ room < 2 * wanted).
Proof.
  intros P. split; [now apply reserve_makes_room|]. apply reserve_allocates_less_than_twice_what_is_needed.
Qed.

End Further.

Print Assumptions every_step_refines_the_contract.
Print Assumptions length_and_iteration_are_exact.
Print Assumptions insertion_is_refused_exactly_without_room.
Print Assumptions retired_key_revives_exactly_after_whole_periods.
Print Assumptions retired_key_may_resolve_after_one_period.
Print Assumptions truncation_finds_q1_and_q2_opened.
Print Assumptions halving_moves_no_element.
Print Assumptions halving_keeps_the_order_of_q1_and_reverses_q2.
Print Assumptions visits_are_tight.
Print Assumptions growth_moves_at_most_two_cells_per_insertion.
Print Assumptions lengths_fit_one_bit_more.
Print Assumptions reserve_finds_the_least_space_with_room.
