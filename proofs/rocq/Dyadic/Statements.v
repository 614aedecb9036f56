(** The main theorems about a dyadic list. Those that it shares with StableList are in [Lists.Statements] and
    [Lists.Further]. *)
From Lists Require Import Contract.
From Lists Require Statements Further.
From Lists.Dyadic Require Import Model.

Section Statements.
Context (E : Type).
Let list : design E := dyadic.

(** Each block begins where the one before it ends, and is as long as all before it. *)
Definition blocks_tile_the_element_space := always list (fun o s _ => exists n,
  let block i := (least_space o * 2 ^ Z.of_nat i, least_space o * 2 ^ Z.of_nat i) in
  map (fun p => (start p, size p)) (partitions s) = (0, least_space o) :: map block (seq 0 n) /\
  space_of s = least_space o * 2 ^ Z.of_nat n /\ space_of s <= allocated s).
Definition allocated_memory_is_the_space_doubled := Statements.allocated_memory_is_the_space_doubled list.
Definition opened_cells_form_a_prefix := Statements.opened_cells_form_a_prefix list.
Definition counts_agree := Statements.counts_agree list.
Definition free_lists_stay_in_their_partition := Statements.free_lists_stay_in_their_partition list.
Definition free_lists_are_acyclic := Statements.free_lists_are_acyclic list.
Definition free_lists_are_complete := Statements.free_lists_are_complete list.
Definition free_lists_are_disjoint := Statements.free_lists_are_disjoint list.
Definition live_ids_are_distinct := Statements.live_ids_are_distinct list.
Definition live_key_resolves := Statements.live_key_resolves list.
Definition retired_key_never_resolves := Statements.retired_key_never_resolves list.
Definition every_step_refines_the_contract := Further.every_step_refines_the_contract list.
Definition retired_key_revives_exactly_after_whole_periods :=
  Further.retired_key_revives_exactly_after_whole_periods list.
Definition insertion_takes_the_lowest_block_with_room := Further.insertion_takes_the_lowest_partition_with_room list.
Definition growth_moves_at_most_two_cells_per_insertion := Further.growth_moves_at_most_two_cells_per_insertion list.
Definition lengths_fit_one_bit_more := Further.lengths_fit_one_bit_more list.
Definition truncation_leaves_the_top_block_live := always list (fun o s _ =>
  0 < live (top s) \/ opened (top s) = 0 \/ length (partitions s) = 1%nat \/ truncate o = Never).
Definition truncation_visits_nothing := always list (fun _ s _ => visits (spent s) = 0).
Definition space_is_at_most_twice_the_highest_live_position := always list (fun o s _ =>
  truncate o <> Never -> 0 < opened (top s) ->
  space_of s = least_space o \/ exists k, found s k <> None /\ space_of s <= 2 * fst k).

End Statements.
