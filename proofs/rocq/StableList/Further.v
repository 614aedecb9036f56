(** Further theorems about StableList. Those that its variants share are stated in [Lists.Statements]. *)
From Coq Require Import ZArith List Lia Bool.
From Lists Require Import Parameters Cells Container Contract Chain Partition Tiling Steps Lengths.
From Lists Require Growth Statements Theorems.
From Lists.StableList Require Import Model Halving Invariant Cascade Visits.
From Lists.StableList Require Filling Tight MemoryMode Mended Hysteresis.
Import ListNotations.
Local Open Scope Z_scope.

Section Further.
Context {E : Type}.
Implicit Types (s : state E) (o : parameters).

Notation the_list := (stable_list (E := E)).
Notation shared theorem := (theorem stable_list quarters stable_list_sound stable_list_bounded).

(** * Shared with the variants *)

Theorem every_step_refines_the_contract : Statements.every_step_refines_the_contract the_list.
Proof. exact (shared Theorems.every_step_refines_the_contract). Qed.

Theorem length_and_iteration_are_exact : Statements.length_and_iteration_are_exact the_list.
Proof. exact (shared Theorems.length_and_iteration_are_exact). Qed.

Theorem insertion_is_refused_exactly_without_room : Statements.insertion_is_refused_exactly_without_room the_list.
Proof. exact (shared Theorems.insertion_is_refused_exactly_without_room). Qed.

(** The n-th insertion gets the id n, reduced to its width (R8). *)
Theorem ids_count_insertions : Statements.ids_count_insertions the_list.
Proof. exact (shared Theorems.ids_count_insertions). Qed.

(** Every partition below the position is full (R2). *)
Theorem insertion_takes_the_lowest_partition_with_room :
  Statements.insertion_takes_the_lowest_partition_with_room the_list.
Proof. exact (shared Theorems.insertion_takes_the_lowest_partition_with_room). Qed.

Theorem retired_key_revives_exactly_after_whole_periods :
  Statements.retired_key_revives_exactly_after_whole_periods the_list.
Proof. exact (shared Theorems.retired_key_revives_exactly_after_whole_periods). Qed.

(** No guarantee could last longer than one period. *)
Theorem retired_key_may_resolve_after_one_period : Statements.retired_key_may_resolve_after_one_period the_list.
Proof. exact (shared Theorems.retired_key_may_resolve_after_one_period). Qed.

Theorem lengths_fit_one_bit_more : Statements.lengths_fit_one_bit_more the_list.
Proof. exact (shared Theorems.lengths_fit_one_bit_more). Qed.

(** * Truncation *)

(** At every step of a cascade that a removal begins, q1 and q2 are opened to their ends. *)
Theorem truncation_finds_q1_and_q2_opened : always the_list (fun _ s _ => forall i e id steps,
  get (contents s) i = Some (Has e id) -> start (top s) <= i ->
  opened_below_h2 (cascade halved_by_removal steps (vacated s i))).
Proof.
  apply (shared Theorems.always_known). intros o s ks K i e id steps H I.
  exact (Visits.truncation_finds_q1_and_q2_opened s i e id steps (Theorems.known_sane _ _ _ _ K) H I).
Qed.

(** A step moves no element: the same keys find the same elements, also after the last one. *)
Theorem halving_moves_no_element : always the_list (fun _ s _ => can_halve s = true -> keeps s (halved s)).
Proof.
  apply (shared Theorems.always_known). intros o s ks K C.
  now apply (halved_sane s (Theorems.known_sane _ _ _ _ K)).
Qed.

(** Of q1's free list, the entries that stay keep their order, and the others are reversed. *)
Theorem halving_keeps_the_order_of_q1_and_reverses_q2 : always the_list (fun _ s _ => forall q1 q2 h2,
  partitions s = [q1; q2; h2] -> can_halve s = true -> exists q1' q2', partitions (halved s) = [q1'; q2'; q2] /\
  let entries := free_list (contents s) q1 in
  free_list (contents (halved s)) q1' = filter (fun i => i <? size q1 / 2) entries /\
  free_list (contents (halved s)) q2' = rev (filter (fun i => negb (i <? size q1 / 2)) entries) /\
  free_list (contents (halved s)) q2 = free_list (contents s) q2).
Proof.
  apply (shared Theorems.always_known). intros o s ks K p1 p2 p3 P C. pose proof (Theorems.known_sane _ _ _ _ K) as S.
  destruct (sane_thirds s S) as (q & q1 & q2 & h2 & l1 & l2 & l3 & T).
  destruct (can_halve_spec _ _ _ _ _ _ _ _ T C) as (Z0 & h & Q & H & L).
  destruct (halved_thirds _ _ _ _ _ _ _ _ h S T) as (q1' & q2' & stay & pushed & T' & _ & _ & Es & Ep & _); auto.
  pose proof (are _ _ _ _ _ _ _ _ T) as A. rewrite A in P. injection P as <- <- <-.
  exists q1', q2'. split; [apply T'|]. cbv zeta.
  rewrite (sound_list _ _ _ _ (in_q1 _ _ _ _ _ _ _ _ T)), (sound_list _ _ _ _ (in_q2 _ _ _ _ _ _ _ _ T)).
  rewrite (sound_list _ _ _ _ (in_q1 _ _ _ _ _ _ _ _ T')), (sound_list _ _ _ _ (in_q2 _ _ _ _ _ _ _ _ T')),
    (sound_list _ _ _ _ (in_h2 _ _ _ _ _ _ _ _ T')).
  destruct (sizes _ _ _ _ _ _ _ _ T) as (-> & _). replace (q / 2) with h by (Z.to_euclidean_division_equations; lia).
  auto.
Qed.

(** No constant below 1 bounds the visits for each removal: for every even n, n + 1 removals make n visits. *)
Theorem visits_are_tight (e : E) h : 0 < h -> exists o (program : list (operation E)), lawful o = true /\
  let s := fst (run stable_list (initial stable_list o) program) in
  visits (spent s) = 2 * h /\ removals (spent s) = 2 * h + 1.
Proof.
  intros H. exists (Filling.filled_options Iteration h), (Tight.witness e h). now apply Tight.visits_are_tight.
Qed.

(** * Memory *)

Lemma stable_list_frugal : Growth.frugal_design (E := E) stable_list quarters.
Proof.
  constructor; [reflexivity|]. intros s S M. cbn [stable_list truncated]. unfold truncated_space.
  enough (sane quarters (as_far_as_possible halved_by_removal s) /\ options (as_far_as_possible halved_by_removal s) =
    options s /\ allocated (as_far_as_possible halved_by_removal s) = allocated s /\
    moved (spent (as_far_as_possible halved_by_removal s)) = moved (spent s)) as H
    by (destruct (truncate (options s)); tauto).
  apply (cascade_ind (fun s' => sane quarters s' /\ options s' = options s /\ allocated s' = allocated s /\
    moved (spent s') = moved (spent s))); auto.
  intros s' (S' & O & A & V) C. destruct (halved_by_removal_sane s' S' C) as (S2 & O2 & _).
  destruct (halved_by_removal_lengths s' S' C) as (_ & _ & _ & A2). rewrite <- O in M. specialize (A2 M).
  split; [exact S2|]. intuition congruence.
Qed.

Theorem growth_moves_at_most_two_cells_per_insertion :
  Statements.growth_moves_at_most_two_cells_per_insertion the_list.
Proof. exact (shared Theorems.growth_moves_at_most_two_cells_per_insertion stable_list_frugal). Qed.

(** In mode [Memory], no constant bounds the cells that are moved for each operation, even if every insertion counts. *)
Theorem memory_moves_an_unbounded_number_of_cells_per_operation (e : E) c : exists o (program : list (operation E)),
  lawful o = true /\ truncate o = Memory /\ let (s, answers) := run the_list (initial the_list o) program in
  c * (Z.of_nat (length program) + Z.of_nat (length (issued answers))) < moved (spent s).
Proof. exact (MemoryMode.memory_moves_an_unbounded_number_of_cells_per_operation e c). Qed.

(** With hysteresis, it would. *)
Theorem mended_memory_moves_at_most_three_cells_per_insertion :
  Mended.mended_memory_moves_at_most_three_cells_per_insertion (E := E).
Proof. exact Hysteresis.mended_memory_moves_at_most_three_cells_per_insertion. Qed.

(** The loop of [Reserve] ends with enough room, and doubles no more often than necessary. *)
Theorem reserve_finds_the_least_space_with_room space wanted : 0 < space ->
  let room := doubled (Z.to_nat (Z.log2_up wanted)) space wanted in
  wanted <= room /\ (room = space \/ room < 2 * wanted).
Proof.
  intros P. split; [now apply reserve_makes_room|]. apply reserve_allocates_less_than_twice_what_is_needed.
Qed.

End Further.

Check @every_step_refines_the_contract. Print Assumptions every_step_refines_the_contract.
Check @length_and_iteration_are_exact. Print Assumptions length_and_iteration_are_exact.
Check @insertion_is_refused_exactly_without_room. Print Assumptions insertion_is_refused_exactly_without_room.
Check @ids_count_insertions. Print Assumptions ids_count_insertions.
Check @insertion_takes_the_lowest_partition_with_room. Print Assumptions insertion_takes_the_lowest_partition_with_room.
Check @retired_key_revives_exactly_after_whole_periods. Print Assumptions retired_key_revives_exactly_after_whole_periods.
Check @retired_key_may_resolve_after_one_period. Print Assumptions retired_key_may_resolve_after_one_period.
Check @truncation_finds_q1_and_q2_opened. Print Assumptions truncation_finds_q1_and_q2_opened.
Check @halving_moves_no_element. Print Assumptions halving_moves_no_element.
Check @halving_keeps_the_order_of_q1_and_reverses_q2. Print Assumptions halving_keeps_the_order_of_q1_and_reverses_q2.
Check @visits_are_tight. Print Assumptions visits_are_tight.
Check @growth_moves_at_most_two_cells_per_insertion. Print Assumptions growth_moves_at_most_two_cells_per_insertion.
Check @lengths_fit_one_bit_more. Print Assumptions lengths_fit_one_bit_more.
Check @reserve_finds_the_least_space_with_room. Print Assumptions reserve_finds_the_least_space_with_room.
Check @mended_memory_moves_at_most_three_cells_per_insertion.
Print Assumptions mended_memory_moves_at_most_three_cells_per_insertion.
Check @memory_moves_an_unbounded_number_of_cells_per_operation. Print Assumptions memory_moves_an_unbounded_number_of_cells_per_operation.
