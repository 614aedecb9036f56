(** The thirteen main theorems about StableList: all that a reviewer has to read beside the model. Ten of them hold of
    its variants, too; [Lists.Statements] says what these are.
    [Proved] proves them, and prints that none needs an axiom. *)
From Lists Require Statements.
From Lists.StableList Require Import Model.

Section Statements.
Context (E : Type).
Let list : design E := stable_list.

Definition partitions_tile_the_element_space := always list (fun o s _ =>
  let n := space_of s in n mod 4 = 0 /\ least_space o <= n <= allocated s /\
  map (fun p => (start p, size p)) (partitions s) = [(0, n / 4); (n / 4, n / 4); (n / 2, n / 2)]).
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
Definition cascade_leaves_h2_live := always list (fun o s _ => exists q1 q2 h2, partitions s = [q1; q2; h2] /\
  (0 < live h2 \/ opened h2 = 0 \/ truncate o = Never \/ may_halve o (space_of s) = false)).
Definition visits_never_exceed_removals := always list (fun _ s _ => visits (spent s) <= removals (spent s)).

End Statements.
