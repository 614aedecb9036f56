(** The main theorems about a dyadic list. Those that it shares with StableList are in [Lists.Statements]. *)
From Lists Require Statements.
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
Definition every_step_refines_the_contract := Statements.every_step_refines_the_contract list.
Definition insertion_takes_the_lowest_block_with_room := Statements.insertion_takes_the_lowest_partition_with_room list.
Definition growth_moves_at_most_two_cells_per_insertion := Statements.growth_moves_at_most_two_cells_per_insertion list.
Definition lengths_fit_one_bit_more := Statements.lengths_fit_one_bit_more list.
Definition truncation_leaves_the_top_block_live := always list (fun o s _ =>
  0 < live (top s) \/ opened (top s) = 0 \/ length (partitions s) = 1%nat \/ truncate o = Never).
Definition truncation_visits_nothing := always list (fun _ s _ => visits (spent s) = 0).
Definition space_is_at_most_twice_the_highest_live_position := always list (fun o s _ =>
  truncate o <> Never -> 0 < opened (top s) ->
  space_of s = least_space o \/ exists k, found s k <> None /\ space_of s <= 2 * fst k).

(** The blocks that the operations of a program drop; none of them adds a block as well. *)
Definition blocks (s : state E) : Z := Z.of_nat (length (partitions s)).
Fixpoint blocks_dropped (s : state E) (program : Datatypes.list (operation E)) : Z :=
  match program with
  | [] => 0
  | o :: rest =>
      let after := fst (step list s o) in Z.max 0 (blocks s - blocks after) + blocks_dropped after rest
  end.
Definition blocks_are_dropped_at_most_once_per_block_added := forall o program, lawful o = true ->
  let new := initial list o in let (s, answers) := run list new program in
  blocks_dropped new program + blocks s <= blocks new + Z.of_nat (length (issued answers)).

End Statements.
