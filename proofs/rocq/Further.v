(** Further theorems that StableList shares with its variants: the contract, what becomes of ids that start over,
    lengths, and growth. They import only the model. *)
From Coq Require Import Sorted.
From Lists Require Import Contract.

Section Further.
Context {E : Type} (d : design E).
Implicit Types (s : state E) (p : partition).

Definition every_step_refines_the_contract := always d (fun _ s _ => forall o, let (after, a) := step d s o in
  allowed (found s) o a /\ forall k, found after k = effect (found s) o a k).
Definition length_and_iteration_are_exact := always d (fun _ s _ =>
  lists (found s) (items s) /\ StronglySorted (fun x y => fst (fst x) < fst (fst y)) (items s) /\
  live_of s = Z.of_nat (length (items s))).
Definition insertion_is_refused_exactly_without_room := always d (fun o s _ => forall e,
  let (after, a) := step d s (Add e) in
  (a = Full <-> count_of (index_bits o) = Some (live_of s) \/ maximum o = Some (live_of s)) /\ (a = Full -> after = s)).
Definition ids_count_insertions := always d (fun o _ keys => forall n k,
  given keys n k -> snd k = reduced o (Z.of_nat n)).
Definition insertion_takes_the_lowest_partition_with_room := always d (fun _ s _ => forall e k p,
  snd (step d s (Add e)) = Issued k -> In p (partitions s) -> stop p <= fst k -> live p = size p).
Definition retired_key_revives_exactly_after_whole_periods := always d (fun o s keys => forall n k program,
  given keys n k -> found s k = None -> let (later, answers) := run d s program in
  found later k <> None <-> exists m j e id, get (contents later) (fst k) = Some (Has e id) /\
    latest (keys ++ issued answers) m j /\ fst j = fst k /\ periods_before o (Z.of_nat n) (Z.of_nat m)).
Definition retired_key_may_resolve_after_one_period := forall o period (e e' : E),
  lawful o = true -> has_period o period -> exists program more k,
  let (s, answers) := run d (initial d o) program in let (later, answers') := run d s more in
  given (issued answers) 0 k /\ found s k = None /\ found later k = Some e' /\
  Z.of_nat (length (issued (answers ++ answers'))) = period + 1.
Definition lengths_fit_one_bit_more := always d (fun o s _ => forall most, count_of (index_bits o) = Some most ->
  opened_of s <= most /\ space_of s < 2 * most /\ allocated s < 2 * most).

(** What insertions move; [Reserve] and others move cells, too, but not for growth. *)
Definition inserts_elements (o : operation E) : bool := match o with Add _ | Extend _ => true | _ => false end.
Fixpoint moved_by_growth s (program : list (operation E)) : Z :=
  match program with
  | [] => 0
  | o :: rest =>
      let after := fst (step d s o) in
      (if inserts_elements o then moved (spent after) - moved (spent s) else 0) + moved_by_growth after rest
  end.
Definition growth_moves_at_most_two_cells_per_insertion := forall o program,
  lawful o = true -> truncate o <> Memory -> ~ In Shrink_to_fit program ->
  let new := initial d o in let (s, answers) := run d new program in
  moved_by_growth new program <= 2 * Z.of_nat (length (issued answers)) /\
  moved_by_growth new program <= allocated s - allocated new.

End Further.
